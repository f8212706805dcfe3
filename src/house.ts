import type { Log } from './core/index.ts';
import { createRedactor, type Redactor } from './log/index.ts';
import type { Settings } from './settings/index.ts';
import { permitByRules, ToolExecutor, ToolManager } from './tools/index.ts';

/** What stands ready behind every door: the settings, the tools, and the one executor. */
export interface House {
  readonly settings: Settings;
  readonly tools: ToolManager;
  readonly executor: ToolExecutor;
  readonly log: Log;
  /** Takes the settings' secrets out of what is shown. */
  readonly redactor: Redactor;
}

/** Builds a house of its settings. Tools are added to it afterwards, from wherever they come. */
export function buildHouse(settings: Settings, secrets: readonly string[], log: Log): House {
  const tools = new ToolManager({ log });
  const executor = new ToolExecutor(tools, {
    limits: settings.limits,
    permit: permitByRules(settings.permit),
    parameterNames: settings.parameterNames,
    secrets,
    log,
  });
  return { settings, tools, executor, log, redactor: createRedactor(secrets) };
}
