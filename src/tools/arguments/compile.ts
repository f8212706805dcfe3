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

  /** Taken out and put back in, it is the newest: the first key is always the one used longest ago. */
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

/** A schema that names no dialect is read as the current one, and as the older one where only that makes sense of it. */
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
  // Only arguments that were refused need all the complaints, and most schemas never see such.
  const all = once(() => compileWith(create, schema, patterns, { allErrors: true }));
  const warnings = patterns.unchecked.map(
    (pattern) => `pattern ${JSON.stringify(pattern)} is not checked: no linear-time engine can`,
  );
  return { ok: true, check: (value) => run(first, all, value), warnings };
}

function compileWith(
  create: Dialect['create'],
  schema: JsonSchema,
  patterns: Patterns,
  options: Options,
): ValidateFunction {
  // An instance keeps whatever it has compiled, even removed, so each schema has one of its own.
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
  if (verdict !== false) throw new Error('it does not answer at once');
  const found = first.errors ?? NO_ERRORS;
  try {
    refuel(FUEL_FOR_COMPLAINTS);
    all()(value);
    return all().errors ?? found;
  } catch (error) {
    if (error instanceof OutOfFuel) return found; // one complaint is better than none
    throw error;
  }
}

const NO_ERRORS: readonly ErrorObject[] = [];

/** Parts of a schema that one check may look at: the largest arguments take a few for each value. */
const FUEL = 300_000;
/** A complaint takes memory, and nobody reads more than a handful. */
const FUEL_FOR_COMPLAINTS = 30_000;

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
  verbose: true,
  ownProperties: true, // `{"required":["constructor"]}` must not be met by Object.prototype
  validateFormats: false, // a format is an annotation; the usual checkers are regular expressions that backtrack
  inlineRefs: false,
  logger: false,
};

function regExpEngine(patterns: Patterns): RegExpEngine {
  const engine = (source: string) => ({
    test: (text: string) => patterns.get(source)?.test(text) ?? true,
    // ajv tells compiled patterns apart by this text; without it all patterns become the first one.
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
