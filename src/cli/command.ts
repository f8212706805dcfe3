import type { ParseArgsOptionDescriptor } from 'node:util';
import type { Gateway } from '../gateway.ts';
import type { LogLevel } from '../log/index.ts';
import type { Flags, Settings } from '../settings/index.ts';
import type { Terminal } from './terminal.ts';

/** A subcommand of `toolpath`. */
export type Command = GatewayCommand | SettingsCommand | PlainCommand;

interface Described {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** Additional lines for `toolpath help NAME`. */
  readonly details: readonly string[];
  /** The least and the most arguments that may follow the command's name. */
  readonly words: { readonly least: number; readonly most: number };
}

/** A command that runs with a gateway built from the settings. It accepts a flag for every setting. */
export interface GatewayCommand extends Described {
  readonly needs: 'gateway';
  /** Flags of this command, in addition to the settings' flags. */
  readonly flags?: Readonly<Record<string, ParseArgsOptionDescriptor>>;
  /** Log level of the command if the settings do not set one. */
  readonly logLevel: LogLevel;
  /** True if the command uses models. If none is configured, `openGateway` then searches for one. */
  readonly asksModels?: true;
  /** True if the command needs no stored turns. The gateway then uses a store in memory and opens no file. */
  readonly needsNoStore?: true;
  /** Returns why the command cannot run with these settings, or undefined. Called before any MCP server is started. */
  readonly obstacle?: (settings: Settings) => Promise<string | undefined>;
  /** How long to wait for the gateway to close, in milliseconds. Default: `CLOSE_MS`. */
  readonly closeMs?: number;
  run(gateway: Gateway, words: readonly string[], options: GatewayOptions): Promise<ExitCode>;
}

/** A command that loads the settings itself, so that it can also report invalid ones. */
export interface SettingsCommand extends Described {
  readonly needs: 'settings';
  run(words: readonly string[], options: PlainOptions): Promise<ExitCode>;
}

/** A command that reads no settings and accepts only its own flags. */
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
  /** Sentences about the models that were found because none was configured. */
  readonly found: readonly string[];
  /** All flags as given. The gateway has already applied the settings' flags. */
  readonly flags: Flags;
}

export interface PlainOptions extends CommandOptions {
  readonly flags: Flags;
}

/** The exit codes of the process. `--help` lists them. */
export const exitCodes = { ok: 0, failed: 1, misused: 2 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
