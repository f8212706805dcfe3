import { z } from 'zod';

/** Every setting says what it is for and shows one: --help, the JSON Schema and the fixes read it here. */
export function described<Schema extends z.ZodType>(schema: Schema, description: string, example: unknown): Schema {
  return schema.meta({ description, examples: [example] });
}

/**
 * A text that is never shown. `env:NAME` has been replaced by the variable's value before the schema sees it.
 * `writeOnly` is JSON Schema's word for it, and how the rest of this room recognises a secret.
 */
export function secret() {
  return z.string().meta({ writeOnly: true });
}

/** Values under names that others chose. Without a prototype: a tool called `constructor` is just another name. */
export function named<Value extends z.ZodType>(value: Value, name: z.ZodString = z.string()) {
  return z
    .record(name, value)
    .transform((record): Record<string, z.output<Value>> => Object.assign(Object.create(null), record));
}

/** Headers of requests. What they cannot carry would fail every one of them, without a word of where it was written. */
export function headers() {
  const value = secret().refine((text) => /^[\t -~\x80-\xff]*$/.test(text), {
    error: 'holds a line break or another character that no header can carry',
    params: { fix: 'take it out' },
  });
  return named(value, z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not the name of a header'));
}

/** An object that must name at least one of these members; editors hear it through the JSON Schema. */
export function withAnyOf<Schema extends z.ZodObject>(
  object: Schema,
  names: readonly (keyof Schema['shape'] & string)[],
  error: string,
): Schema {
  return object
    .refine((given) => names.some((name) => Object.hasOwn(given, name)), error)
    .meta({ anyOf: names.map((name) => ({ required: [name] })) });
}

export function count(most: number, least = 1) {
  return z.int().min(least).max(most);
}

/** As long as a timer of Node can wait; beyond it fires at once. */
export const LONGEST_MS = 2_147_483_647;

export function duration() {
  return count(LONGEST_MS);
}

/** An address of a server. A password does not belong there: it would be shown with the address, and fetch refuses it. */
export function address() {
  return z
    .url({ protocol: /^https?$/, error: 'expected an http or https address' })
    .refine(isWithoutPassword, 'must not carry a user or password: use headers');
}

/** Where to listen. A port behind the name is a setting of its own; `[::1]` is `::1`. */
export function host() {
  return z
    .string()
    .check(({ value, issues }) => {
      const [, name, port = ''] = HOST_AND_PORT.exec(value) ?? [];
      if (name === undefined) return;
      const isPort = port !== '' && Number(port) <= MOST_PORT;
      const instead = { host: withoutBrackets(name), ...(isPort ? { port: Number(port) } : {}) };
      issues.push({ code: 'custom', message: 'must not hold a port', params: { instead }, input: value });
    })
    .regex(HOST, 'expected a host name or an IP address')
    .overwrite(withoutBrackets);
}

export function port() {
  return z.int().min(0).max(MOST_PORT);
}

const MOST_PORT = 65_535;
const HOST = /^(?:[\w.%-]+|(?:[\w.%-]*:){2,}[\w.%-]*|\[(?:[\w.%-]*:){2,}[\w.%-]*\])$/;
const HOST_AND_PORT = /^([\w.%-]+|\[[\w.:%-]+\]):(\d*)$/;

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.+)\]$/, '$1');
}

export function text() {
  return z.string().min(1);
}

function isWithoutPassword(url: string): boolean {
  const { username, password } = URL.parse(url) ?? { username: '', password: '' };
  return username === '' && password === '';
}
