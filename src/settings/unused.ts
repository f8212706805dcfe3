import { type SettingName, settingsSchema } from './schema.ts';

/** What this version acts on. Whoever builds a room adds its settings here. */
const used: ReadonlySet<string> = new Set<SettingName | '$schema'>([
  '$schema',
  'port',
  'host',
  'keys',
  'model',
  'aliases',
  'discover',
  'shedTools',
  'backends',
  'models',
  'mcpServers',
  'mcp',
  'mixed',
  'absent',
  'mixedKeys',
  'progress',
  'store',
  'tools',
  'builtins',
  'filter',
  'mcpToolsInPrompt',
  'prompt',
  'formats',
  'parameterNames',
  'permit',
  'limits',
  'log',
]);

/** Settings that are checked but have no effect yet: a user who gives one should hear it. */
export const unusedYet = Object.keys(settingsSchema.shape).filter((name) => !used.has(name)) as SettingName[];
