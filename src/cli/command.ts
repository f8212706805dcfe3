import type { House } from '../house.ts';
import type { LogLevel } from '../log/index.ts';
import type { Terminal } from './terminal.ts';

/** One subcommand: what it is called, how it is used, and what it does. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** More lines for `toolpath help NAME`. */
  readonly details: readonly string[];
  /** How many words may follow the command's name. */
  readonly words: { readonly least: number; readonly most: number };
  /** What its log shows unless the settings say otherwise. */
  readonly logLevel: LogLevel;
  /** Whether it asks models: then one is looked for where none is configured. */
  readonly asksModels?: true;
  run(house: House, words: readonly string[], options: CommandOptions): Promise<ExitCode>;
}

export interface CommandOptions {
  readonly json: boolean;
  readonly terminal: Terminal;
  /** What was found where no model was configured. */
  readonly found: readonly string[];
}

/** What the process ends with; `--help` lists them. */
export const exitCodes = { ok: 0, failed: 1, misused: 2 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
