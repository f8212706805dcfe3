export type { Flags } from './given.ts';
export type { Environment } from './layer.ts';
export type { Loaded, LoadedSettings, LoadRequest, SettingsSource } from './load.ts';
export { loadSettings, settingsOf } from './load.ts';
export type { Place, SettingsProblem } from './problem.ts';
export { renderProblems } from './problem.ts';
export type { SettingName, Settings, SettingsInput } from './schema.ts';
export type { SettingSource, SourceKind } from './sources.ts';
export { flagOptions, settingSources } from './sources.ts';
