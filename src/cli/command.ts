import type { ParseArgsOptionDescriptor } from 'node:util';
import type { House } from '../house.ts';
import type { LogLevel } from '../log/index.ts';
import type { Flags, Settings } from '../settings/index.ts';
import type { Terminal } from './terminal.ts';

/** One subcommand: what it is called, how it is used, and what it does. */
export type Command = HouseCommand | SettingsCommand | PlainCommand;

interface Described {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** More lines for `toolpath help NAME`. */
  readonly details: readonly string[];
  /** How many words may follow the command's name. */
  readonly words: { readonly least: number; readonly most: number };
}

/** Works in the house that the settings describe, and takes their flags. */
export interface HouseCommand extends Described {
  readonly needs: 'house';
  /** Its own, beside those of the settings. */
  readonly flags?: Readonly<Record<string, ParseArgsOptionDescriptor>>;
  /** What its log shows unless the settings say otherwise. */
  readonly logLevel: LogLevel;
  /** Whether it asks models: then one is looked for where none is configured. */
  readonly asksModels?: true;
  /** Whether it works without what earlier turns left: then it opens no file for it. */
  readonly needsNoStore?: true;
  /** Why it cannot work with these settings, if that is known before a server is started for it. */
  readonly obstacle?: (settings: Settings) => Promise<string | undefined>;
  /** How long its servers may take to end when it is over; then they are killed. */
  readonly closeMs?: number;
  run(house: House, words: readonly string[], options: HouseOptions): Promise<ExitCode>;
}

/** Takes the flags of the settings and reads them itself: it has something to say also where they are broken. */
export interface SettingsCommand extends Described {
  readonly needs: 'settings';
  run(words: readonly string[], options: PlainOptions): Promise<ExitCode>;
}

/** Works without settings, and has flags of its own. */
export interface PlainCommand extends Described {
  readonly needs: 'nothing';
  readonly flags: Readonly<Record<string, ParseArgsOptionDescriptor>>;
  run(words: readonly string[], options: PlainOptions): Promise<ExitCode>;
}

interface CommandOptions {
  readonly json: boolean;
  readonly terminal: Terminal;
}

export interface HouseOptions extends CommandOptions {
  /** What was found where no model was configured. */
  readonly found: readonly string[];
  /** As they were given: those of the settings are in the house already. */
  readonly flags: Flags;
}

export interface PlainOptions extends CommandOptions {
  readonly flags: Flags;
}

/** What the process ends with; `--help` lists them. */
export const exitCodes = { ok: 0, failed: 1, misused: 2 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
