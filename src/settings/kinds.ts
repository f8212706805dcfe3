import { z } from 'zod';

/** Every setting has a description and an example: --help, the JSON Schema and the fixes show them. */
export function described<Schema extends z.ZodType>(schema: Schema, description: string, example: unknown): Schema {
  return schema.meta({ description, examples: [example] });
}

/** A setting whose default is also its example. */
export function withDefault<Schema extends z.ZodType>(
  value: z.util.NoUndefined<z.output<Schema>>,
  schema: Schema,
  description: string,
): z.ZodDefault<Schema> {
  return described(schema.default(value), description, value);
}

/**
 * A text that is never shown. `env:NAME` has been replaced by the variable's value before the schema sees it.
 * The rest of this folder recognises a secret by `writeOnly`, which is JSON Schema's word for it.
 */
export function secret() {
  return z.string().meta({ writeOnly: true });
}

/** Values under foreign names. The record has no prototype: a tool called `constructor` is just another name. */
export function named<Value extends z.ZodType>(value: Value, name: z.ZodString = z.string()) {
  return z
    .record(name, value)
    .transform((record): Record<string, z.output<Value>> => Object.assign(Object.create(null), record));
}

/** Headers of requests. A character that no header can carry would make every request fail, so it is refused here. */
export function headers() {
  const value = secret().refine((text) => /^[\t -~\x80-\xff]*$/.test(text), {
    error: 'holds a line break or another character that no header can carry',
    params: { fix: 'take it out' },
  });
  return named(value, z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not the name of a header'));
}

/** An object that must have at least one of these members; editors read the rule from the JSON Schema. */
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

/** The longest delay of a timer in Node; a longer one fires at once. */
export const LONGEST_MS = 2_147_483_647;

export function duration() {
  return count(LONGEST_MS);
}

/** An address of a server, without a password: that would be shown with the address, and fetch refuses it. */
export function address() {
  return z
    .url({ protocol: /^https?$/, error: 'expected an http or https address' })
    .refine(isWithoutPassword, 'must not carry a user or password: use headers');
}

/** Where to listen. The port is a setting of its own; `[::1]` becomes `::1`. */
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
