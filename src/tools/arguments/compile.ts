import { createHash } from 'node:crypto';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Limits } from '../../core/index.ts';
import { FUEL_KEYWORD, inspect } from './inspect.ts';
import type { JsonSchema } from './json-schema.ts';
import { linearRegExp } from './linear-regexp.ts';
import { areDistinct } from './unique.ts';

export type Compiled =
  | {
      readonly ok: true;
      readonly check: (value: unknown) => readonly ErrorObject[];
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Compiles schemas at their first use and keeps the most recently used, by content. Compiling takes a
 * millisecond and 100 KB, so twenty thousand tools must not be compiled in advance.
 */
export class SchemaCompiler {
  readonly #limits: Limits;
  readonly #kept = new Map<string, Compiled>();
  readonly #hashes = new WeakMap<object, string>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  compile(schema: JsonSchema): Compiled {
    const hash = this.#hashes.get(schema);
    const known = hash === undefined ? undefined : this.#kept.get(hash);
    if (hash === undefined || known === undefined) return this.#compileAnew(schema);
    // Taken out and put back in, it is the newest: the first key is always the one used longest ago.
    this.#kept.delete(hash);
    this.#kept.set(hash, known);
    return known;
  }

  #compileAnew(schema: JsonSchema): Compiled {
    const inspected = inspect(schema, this.#limits);
    const hash = inspected.ok ? hashOf(JSON.stringify(inspected.schema)) : inspected.reason;
    this.#hashes.set(schema, hash);
    const compiled = this.#kept.get(hash) ?? (inspected.ok ? compileInspected(inspected.schema) : inspected);
    this.#kept.set(hash, compiled);
    if (this.#kept.size > this.#limits.compiledSchemas) this.#forgetOldest();
    return compiled;
  }

  #forgetOldest(): void {
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function compileInspected(schema: JsonSchema): Compiled {
  const { $schema: dialect, ...rest } = schema;
  // A schema that names no dialect is read as the current one, and as the older one where only that makes sense of it.
  const dialects = typeof dialect === 'string' && dialect.includes('draft-07') ? [draft7] : [draft2020, draft7];
  let reason = '';
  for (const each of dialects) {
    try {
      return compileAs(each, rest);
    } catch (error) {
      reason ||= error instanceof Error ? error.message.slice(0, 200) : 'it cannot be compiled';
    }
  }
  return { ok: false, reason };
}

function compileAs({ create, meta }: Dialect, schema: JsonSchema): Compiled {
  if (meta().validateSchema(schema) !== true) throw new Error(meta().errorsText(meta().errors, { dataVar: 'it' }));
  const unchecked: string[] = [];
  // An instance keeps whatever it has compiled, even removed, so each schema has one of its own.
  const ajv = create({
    ...OPTIONS,
    meta: false,
    validateSchema: false,
    code: { regExp: linearRegExp((pattern) => unchecked.push(pattern)) },
  });
  addKeywords(ajv);
  const validate = ajv.compile(schema);
  const warnings = unchecked.map(
    (pattern) => `pattern ${JSON.stringify(pattern)} is not checked: no linear-time engine can`,
  );
  return { ok: true, check: (value) => run(validate, value), warnings };
}

function run(validate: ValidateFunction, value: unknown): readonly ErrorObject[] {
  fuel = FUEL;
  return validate(value) ? NO_ERRORS : (validate.errors ?? NO_ERRORS);
}

const NO_ERRORS: readonly ErrorObject[] = [];

/** How many `$ref`s one check may follow. Real arguments follow a few hundred. */
const FUEL = 50_000;
let fuel = FUEL;

interface Dialect {
  readonly create: (options: Options) => Ajv;
  /** Checks schemas themselves, and compiles none. */
  readonly meta: () => Ajv;
}

const draft2020 = dialectOf((options) => new Ajv2020(options));
const draft7 = dialectOf((options) => new Ajv(options));

function dialectOf(create: Dialect['create']): Dialect {
  return { create, meta: once(() => create(OPTIONS)) };
}

const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  verbose: true,
  ownProperties: true, // `{"required":["constructor"]}` must not be met by Object.prototype
  validateFormats: false, // a format is an annotation; the usual checkers are regular expressions that backtrack
  inlineRefs: false,
  addUsedSchema: false,
  logger: false,
};

function addKeywords(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: FUEL_KEYWORD,
    before: '$ref',
    validate: () => {
      if (--fuel < 0) throw new RangeError('checking the arguments against this schema takes too long');
      return true;
    },
  });
  // ajv's own compares every pair.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isOn: boolean, items: readonly unknown[]) => !isOn || areDistinct(items),
    error: { message: 'must not have the same item twice' },
  });
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
