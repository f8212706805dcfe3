import { z } from 'zod';

/** Adds a description and an example to a setting. `--help`, the JSON Schema and the fixes show them. */
export function described<Schema extends z.ZodType>(schema: Schema, description: string, example: unknown): Schema {
  return schema.meta({ description, examples: [example] });
}

/** Adds a default to a setting, which is also its example, and a description. */
export function withDefault<Schema extends z.ZodType>(
  value: z.util.NoUndefined<z.output<Schema>>,
  schema: Schema,
  description: string,
): z.ZodDefault<Schema> {
  return described(schema.default(value), description, value);
}

/**
 * A string that is never shown. `env:NAME` is replaced by the variable's value before the schema checks it. The rest of this
 * folder recognises a secret by the JSON Schema keyword `writeOnly`.
 */
export function secret() {
  return z.string().meta({ writeOnly: true });
}

/** A record with untrusted names. It has no prototype, so a tool called `constructor` is an ordinary name. */
export function named<Value extends z.ZodType>(value: Value, name: z.ZodString = z.string()) {
  return z
    .record(name, value)
    .transform((record): Record<string, z.output<Value>> => Object.assign(Object.create(null), record));
}

/** Request headers. Characters that are invalid in a header are refused here, because every request would fail. */
export function headers() {
  const value = secret().refine((text) => /^[\t -~\x80-\xff]*$/.test(text), {
    error: 'contains a line break or another character that is not allowed in a header',
    params: { fix: 'remove that character' },
  });
  return named(value, z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not a valid header name'));
}

/** Requires at least one of these fields in an object. The JSON Schema contains the rule for editors. */
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

/** Longest delay of a timer in Node. A timer with a longer delay fires at once. */
export const LONGEST_MS = 2_147_483_647;

export function duration() {
  return count(LONGEST_MS);
}

/** An http or https address. A password in it is refused, because it would be shown with the address and `fetch` rejects it. */
export function address() {
  return z
    .url({ protocol: /^https?$/, error: 'expected an http or https address' })
    .refine(isWithoutPassword, 'must not contain a user name or password; use "headers" instead');
}

/** A host name or IP address to listen on, without a port. `[::1]` becomes `::1`. */
export function host() {
  return z
    .string()
    .check(({ value, issues }) => {
      const [, name, port = ''] = HOST_AND_PORT.exec(value) ?? [];
      if (name === undefined) return;
      const isPort = port !== '' && Number(port) <= MOST_PORT;
      const instead = { host: withoutBrackets(name), ...(isPort ? { port: Number(port) } : {}) };
      issues.push({ code: 'custom', message: 'must not contain a port', params: { instead }, input: value });
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
