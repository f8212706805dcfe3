import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import { messageOf, nearest } from '../core/index.ts';
import { type Flags, flagOptions } from '../settings/index.ts';
import type { Command } from './command.ts';

/** A parsed command line (arguments, general flags, flags of the command and the settings), or the reason why it is invalid. */
export type CommandLine =
  | {
      readonly ok: true;
      readonly words: readonly string[];
      readonly help: boolean;
      /** True for `--all`, which belongs to `--help`. */
      readonly all: boolean;
      readonly version: boolean;
      readonly json: boolean;
      readonly flags: Flags;
    }
  | { readonly ok: false; readonly message: string };

type Options = Readonly<Record<string, ParseArgsOptionDescriptor>>;

const OWN_FLAGS: Options = {
  help: { type: 'boolean', short: 'h' },
  all: { type: 'boolean' },
  version: { type: 'boolean', short: 'v' },
  json: { type: 'boolean' },
};

export function readCommandLine(args: readonly string[], commands: readonly Command[]): CommandLine {
  const command = commandIn(args, commands);
  const options = optionsOf(command);
  const unknown = unknownFlag(args, options, command);
  if (unknown !== undefined) return { ok: false, message: unknown };
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      allowNegative: true,
    });
    const { help, all, version, json, ...flags } = values;
    const isHelp = help === true || positionals[0] === 'help';
    if (all === true && !isHelp) return { ok: false, message: '--all belongs to --help: "toolpath --help --all".' };
    return {
      ok: true,
      words: positionals[0] === 'help' ? positionals.slice(1) : positionals,
      help: isHelp,
      all: all === true,
      version: version === true,
      json: json === true,
      flags,
    };
  } catch (error) {
    // The message of parseArgs names the option that lacks a value or must not have one.
    return { ok: false, message: messageOf(error) };
  }
}

/** Returns the named command. Parses with the flags of all commands, so that no flag's value is mistaken for the name. */
function commandIn(args: readonly string[], commands: readonly Command[]): Command | undefined {
  const options = Object.assign({}, ...commands.map(optionsOf)) as Options;
  const { positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true });
  const [name] = positionals[0] === 'help' ? positionals.slice(1) : positionals;
  return commands.find((command) => command.name === name);
}

function optionsOf(command: Command | undefined): Options {
  const ofSettings = command?.needs === 'nothing' ? {} : flagOptions;
  const ofCommand = command === undefined || command.needs === 'settings' ? {} : command.flags;
  return { ...ofSettings, ...ofCommand, ...OWN_FLAGS };
}

function unknownFlag(args: readonly string[], options: Options, command: Command | undefined): string | undefined {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const name = token.name.replace(/^no-/, '');
    if (Object.hasOwn(options, token.name) || (Object.hasOwn(options, name) && options[name]?.type === 'boolean'))
      continue;
    const meant = nearest(token.name, Object.keys(options));
    const where = command?.needs === 'nothing' ? ` for "${command.name}"` : '';
    return `Unknown option ${token.rawName}${where}.${meant === undefined ? '' : ` Did you mean --${meant}?`}`;
  }
  return undefined;
}
