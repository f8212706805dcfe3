import type { ParseArgsOptionDescriptor } from 'node:util';
import type { Gateway } from '../gateway.ts';
import type { LogLevel } from '../log/index.ts';
import type { Flags, Settings } from '../settings/index.ts';
import type { Terminal } from './terminal.ts';

/** One subcommand: its name, its usage and what it does. */
export type Command = GatewayCommand | SettingsCommand | PlainCommand;

interface Described {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** More lines for `toolpath help NAME`. */
  readonly details: readonly string[];
  /** How many words may follow the command's name. */
  readonly words: { readonly least: number; readonly most: number };
}

/** A command that works in the gateway that the settings describe, and takes their flags. */
export interface GatewayCommand extends Described {
  readonly needs: 'gateway';
  /** Its own flags, besides those of the settings. */
  readonly flags?: Readonly<Record<string, ParseArgsOptionDescriptor>>;
  /** The level of its log, unless the settings give one. */
  readonly logLevel: LogLevel;
  /** Whether it uses models: then one is searched for if none is configured. */
  readonly asksModels?: true;
  /** Whether it works without the store of earlier turns: then no file is opened for it. */
  readonly needsNoStore?: true;
  /** The reason why it cannot work with these settings, if it is known before servers are started. */
  readonly obstacle?: (settings: Settings) => Promise<string | undefined>;
  /** How long its servers may take to end before they are killed. */
  readonly closeMs?: number;
  run(gateway: Gateway, words: readonly string[], options: GatewayOptions): Promise<ExitCode>;
}

/** A command that loads the settings itself, so that it can also report broken ones. */
export interface SettingsCommand extends Described {
  readonly needs: 'settings';
  run(words: readonly string[], options: PlainOptions): Promise<ExitCode>;
}

/** A command without settings, with flags of its own. */
export interface PlainCommand extends Described {
  readonly needs: 'nothing';
  readonly flags: Readonly<Record<string, ParseArgsOptionDescriptor>>;
  run(words: readonly string[], options: PlainOptions): Promise<ExitCode>;
}

interface CommandOptions {
  readonly json: boolean;
  readonly terminal: Terminal;
}

export interface GatewayOptions extends CommandOptions {
  /** What was found where no model was configured. */
  readonly found: readonly string[];
  /** All flags as given; the gateway already uses those of the settings. */
  readonly flags: Flags;
}

export interface PlainOptions extends CommandOptions {
  readonly flags: Flags;
}

/** The exit codes of the process; `--help` lists them. */
export const exitCodes = { ok: 0, failed: 1, misused: 2 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
