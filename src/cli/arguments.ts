import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import { nearest } from '../core/index.ts';
import { type Flags, flagOptions } from '../settings/index.ts';

/** A command line, taken apart: words, our own few flags, and the settings' flags; or what is wrong with it. */
export type CommandLine =
  | {
      readonly ok: true;
      readonly words: readonly string[];
      readonly help: boolean;
      readonly version: boolean;
      readonly json: boolean;
      readonly flags: Flags;
    }
  | { readonly ok: false; readonly message: string };

const OWN_FLAGS: Record<string, ParseArgsOptionDescriptor> = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  json: { type: 'boolean' },
};

export function readCommandLine(args: readonly string[]): CommandLine {
  const options = { ...flagOptions, ...OWN_FLAGS };
  const unknown = unknownFlag(args, options);
  if (unknown !== undefined) return { ok: false, message: unknown };
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      allowNegative: true,
    });
    const { help, version, json, ...flags } = values;
    return { ok: true, words: positionals, help: help === true, version: version === true, json: json === true, flags };
  } catch (error) {
    // parseArgs says it well: which option lacks its value, or has one too many.
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function unknownFlag(args: readonly string[], options: Record<string, ParseArgsOptionDescriptor>): string | undefined {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const name = token.name.replace(/^no-/, '');
    if (Object.hasOwn(options, token.name) || (Object.hasOwn(options, name) && options[name]?.type === 'boolean'))
      continue;
    const meant = nearest(token.name, Object.keys(options));
    return `There is no option ${token.rawName}.${meant === undefined ? '' : ` Did you mean --${meant}?`}`;
  }
  return undefined;
}
