import { createHash } from 'node:crypto';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Limits, truncate } from '../../core/index.ts';
import { burn, OutOfFuel, refuel } from './fuel.ts';
import { FUEL_KEYWORD, type Inspected, inspect } from './inspect.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Patterns } from './patterns.ts';
import { areDistinct } from './unique.ts';

export type Compiled =
  | {
      readonly ok: true;
      readonly check: (value: unknown) => readonly ErrorObject[];
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Compiles schemas at their first use and caches the most recently used ones by content. Compiling a schema takes about
 * a millisecond and 100 KB, so twenty thousand tools must not be compiled in advance.
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
    this.#keep(hash, known);
    return known;
  }

  #compileAnew(schema: JsonSchema): Compiled {
    const inspected = inspect(schema, this.#limits);
    const hash = inspected.ok ? hashOf(JSON.stringify([schema.$schema, inspected.schema])) : inspected.reason;
    this.#hashes.set(schema, hash);
    const compiled = this.#kept.get(hash) ?? (inspected.ok ? compileInspected(inspected, schema.$schema) : inspected);
    this.#keep(hash, compiled);
    return compiled;
  }

  /** Moves the entry to the end of the map, so that the first key is always the least recently used one. */
  #keep(hash: string, compiled: Compiled): void {
    this.#kept.delete(hash);
    this.#kept.set(hash, compiled);
    if (this.#kept.size > this.#limits.compiledSchemas) this.#forgetOldest();
  }

  #forgetOldest(): void {
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Compiles as draft 2020-12, then as draft 7 if that fails; a schema that names draft 7 is compiled only as draft 7. */
function compileInspected({ schema, patterns }: Inspected & { ok: true }, dialect: unknown): Compiled {
  const dialects = typeof dialect === 'string' && dialect.includes('draft-07') ? [draft7] : [draft2020, draft7];
  let reason = '';
  for (const each of dialects) {
    try {
      return compileAs(each, schema, patterns);
    } catch (error) {
      reason ||= error instanceof Error ? truncate(error.message, 200) : 'it cannot be compiled';
    }
  }
  return { ok: false, reason };
}

function compileAs({ create, meta }: Dialect, schema: JsonSchema, patterns: Patterns): Compiled {
  if (meta().validateSchema(schema) !== true) throw new Error(meta().errorsText(meta().errors, { dataVar: 'it' }));
  const first = compileWith(create, schema, patterns, { allErrors: false });
  // The variant that collects all errors is compiled only when arguments are rejected, which is rare.
  const all = once(() => compileWith(create, schema, patterns, { allErrors: true }));
  const warnings = patterns.unchecked.map(
    (pattern) =>
      `pattern ${JSON.stringify(pattern)} is not enforced: RE2, which runs patterns in linear time, does not support it`,
  );
  return { ok: true, check: (value) => run(first, all, value), warnings };
}

function compileWith(
  create: Dialect['create'],
  schema: JsonSchema,
  patterns: Patterns,
  options: Options,
): ValidateFunction {
  // An ajv instance keeps every schema that it compiled, even a removed one, so each schema gets its own instance.
  const ajv = create({
    ...OPTIONS,
    ...options,
    meta: false,
    validateSchema: false,
    code: { regExp: regExpEngine(patterns) },
  });
  addKeywords(ajv);
  return ajv.compile(schema);
}

function run(first: ValidateFunction, all: () => ValidateFunction, value: unknown): readonly ErrorObject[] {
  refuel(FUEL);
  const verdict: unknown = first(value);
  if (verdict === true) return NO_ERRORS;
  if (verdict !== false) throw new Error('it validates asynchronously');
  const found = first.errors ?? NO_ERRORS;
  try {
    refuel(FUEL_FOR_COMPLAINTS);
    all()(value);
    return all().errors ?? found;
  } catch (error) {
    if (error instanceof OutOfFuel) return found; // report at least the first error
    throw error;
  }
}

const NO_ERRORS: readonly ErrorObject[] = [];

/** Schema parts that one check may evaluate. The largest allowed arguments need a few parts for each value. */
const FUEL = 300_000;
/** Lower limit for collecting all errors: each error takes memory, and only the first few are reported. */
const FUEL_FOR_COMPLAINTS = 30_000;

interface Dialect {
  readonly create: (options: Options) => Ajv;
  /** The instance that validates schemas against the meta-schema; it compiles none of them. */
  readonly meta: () => Ajv;
}

const draft2020 = dialectOf((options) => new Ajv2020(options));
const draft7 = dialectOf((options) => new Ajv(options));

function dialectOf(create: Dialect['create']): Dialect {
  return { create, meta: once(() => create(OPTIONS)) };
}

const OPTIONS: Options = {
  strict: false,
  verbose: true,
  ownProperties: true, // otherwise Object.prototype would satisfy `{"required":["constructor"]}`
  validateFormats: false, // formats are annotations, and the usual validators are backtracking regular expressions
  inlineRefs: false,
  logger: false,
};

function regExpEngine(patterns: Patterns): RegExpEngine {
  const engine = (source: string) => ({
    test: (text: string) => patterns.get(source)?.test(text) ?? true,
    // ajv identifies compiled patterns by this text; without it, ajv would reuse the first pattern for all.
    toString: () => `re2:${source}`,
  });
  return Object.assign(engine, { code: 're2' }) as unknown as RegExpEngine;
}

type RegExpEngine = NonNullable<NonNullable<Options['code']>['regExp']>;

function addKeywords(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: FUEL_KEYWORD,
    before: '$ref',
    validate: (cost: number) => {
      burn(cost);
      return true;
    },
  });
  // ajv's own implementation compares every pair of items.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isOn: boolean, items: readonly unknown[]) => !isOn || areDistinct(items),
    error: { message: 'must not contain the same item twice' },
  });
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
