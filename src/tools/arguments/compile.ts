import { createHash } from 'node:crypto';
import { _, Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Limits, truncate } from '../../core/index.ts';
import { type CheckCost, FUEL_KEYWORD } from './check-cost.ts';
import { burnFor, OutOfFuel, refuel } from './fuel.ts';
import { type Inspected, inspect } from './inspect.ts';
import type { JsonSchema } from './json-schema.ts';
import { Patterns } from './patterns.ts';
import { areDistinct } from './unique.ts';
import type { SchemaLimits } from './weight.ts';

export type Compiled = Usable | { readonly ok: false; readonly reason: string };

export interface Usable {
  readonly ok: true;
  readonly check: (value: unknown) => readonly ErrorObject[];
  /** The schema that was compiled. `parentSchema` of an error is one of its parts. */
  readonly schema: JsonSchema;
  readonly warnings: readonly string[];
}

/**
 * Compiles schemas at their first use and caches the most recently used ones by content. Compiling a schema takes about
 * a millisecond and 100 KB, so twenty thousand tools must not be compiled in advance.
 */
export class SchemaCompiler {
  readonly #limits: Limits;
  readonly #kept = new Map<string, Kept>();
  readonly #hashes = new WeakMap<object, string>();
  /** An estimate of the memory that the kept schemas take. */
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  compile(schema: JsonSchema): Compiled {
    const hash = this.#hashes.get(schema);
    const known = hash === undefined ? undefined : this.#kept.get(hash);
    if (hash === undefined || known === undefined) return this.#compileAnew(schema);
    this.#keep(hash, known);
    return known.compiled;
  }

  #compileAnew(schema: JsonSchema): Compiled {
    const inspected = inspect(schema, this.#limits);
    const hash = inspected.ok ? hashOf(JSON.stringify([schema.$schema, inspected.schema])) : inspected.reason;
    this.#hashes.set(schema, hash);
    const kept = this.#kept.get(hash) ?? {
      compiled: inspected.ok ? compileInspected(inspected, schema.$schema) : inspected,
      bytes: inspected.ok ? bytesOf(inspected) : SCHEMA_BYTES,
    };
    this.#keep(hash, kept);
    return kept.compiled;
  }

  /** Moves the entry to the end of the map, so that the first key is always the least recently used one. */
  #keep(hash: string, kept: Kept): void {
    this.#forget(hash);
    this.#kept.set(hash, kept);
    this.#bytes += kept.bytes;
    const { compiledSchemas, compiledBytes } = this.#limits;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= compiledSchemas && (this.#bytes <= compiledBytes || this.#kept.size === 1)) return;
      this.#forget(oldest);
    }
  }

  #forget(hash: string): void {
    this.#bytes -= this.#kept.get(hash)?.bytes ?? 0;
    this.#kept.delete(hash);
  }
}

interface Kept {
  readonly compiled: Compiled;
  readonly bytes: number;
}

/** Estimates the memory of a compiled schema, including the variant that collects all errors. */
function bytesOf({ parts, textBytes, patterns }: Inspected & { ok: true }): number {
  return SCHEMA_BYTES + parts * PART_BYTES + textBytes * 2 + patterns.bytes;
}

const SCHEMA_BYTES = 12 * 1024;
const PART_BYTES = 2 * 1024;

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/**
 * Returns why a schema cannot be compiled, or undefined. Compiles nothing, not even patterns, so that it is cheap enough to
 * call for every tool.
 */
export function flawOf(schema: JsonSchema, limits: SchemaLimits): string | undefined {
  const inspected = inspect(schema, limits, new Patterns(() => ({ test: () => true })));
  if (!inspected.ok) return inspected.reason;
  const flaws = dialectsOf(schema.$schema).map(({ meta }) => metaFlaw(meta(), inspected.schema));
  return flaws.includes(undefined) ? undefined : flaws[0];
}

/**
 * Returns why the validator of an MCP client cannot compile a schema, or undefined. Its rules are stricter than ours: it runs
 * patterns as JavaScript does, and rewrites no keywords of older drafts. The schema is bounded before it is compiled.
 */
export function clientFlawOf(schema: JsonSchema, limits: SchemaLimits): string | undefined {
  const flaw = flawOf(schema, limits);
  if (flaw !== undefined) return flaw;
  try {
    new Ajv({ strict: false, meta: false, validateSchema: false, logger: false, code: { optimize: false } }).compile(
      schema,
    );
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Returns how a schema violates the rules for schemas, or undefined. */
function metaFlaw(meta: Ajv, schema: JsonSchema): string | undefined {
  if (meta.validateSchema(schema) === true) return undefined;
  return truncate(meta.errorsText(meta.errors, { dataVar: 'it' }), 200);
}

/** Returns the drafts to try: draft 2020-12, then draft 7; only draft 7 for a schema that names it. */
function dialectsOf(dialect: unknown): readonly Dialect[] {
  return typeof dialect === 'string' && dialect.includes('draft-07') ? [draft7] : [draft2020, draft7];
}

function compileInspected(inspected: Inspected & { ok: true }, dialect: unknown): Compiled {
  let reason = '';
  for (const each of dialectsOf(dialect)) {
    try {
      return compileAs(each, inspected);
    } catch (error) {
      reason ||= reasonOf(error);
    }
  }
  return { ok: false, reason };
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'its references nest it too deeply'; // the compiler overflowed the stack
  return error instanceof Error ? truncate(error.message, 200) : 'it cannot be compiled';
}

function compileAs({ create, meta }: Dialect, { schema, patterns, parts }: Inspected & { ok: true }): Compiled {
  const flaw = metaFlaw(meta(), schema);
  if (flaw !== undefined) throw new Error(flaw);
  const first = compileWith(create, schema, patterns, { allErrors: false });
  // The variant that collects all errors is compiled only when arguments are rejected, which is rare.
  const all =
    parts > MOST_PARTS_FOR_ALL ? undefined : once(() => compileWith(create, schema, patterns, { allErrors: true }));
  const warnings = [...patterns.unchecked].map(
    ([pattern, reason]) => `pattern ${JSON.stringify(pattern)} is not enforced: ${reason}`,
  );
  return { ok: true, check: (value) => run(first, all, value), schema, warnings };
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
    // ajv's optimiser takes most of the time, grows with the square of the schema, and saves nothing when the code runs.
    code: { regExp: regExpEngine(patterns), optimize: false },
  });
  return withFuel(withLinearUniqueItems(ajv)).compile(schema);
}

function run(
  first: ValidateFunction,
  all: (() => ValidateFunction) | undefined,
  value: unknown,
): readonly ErrorObject[] {
  refuel(FUEL);
  const verdict: unknown = first(value);
  if (verdict === true) return NO_ERRORS;
  if (verdict !== false) throw new Error('it validates asynchronously');
  const found = first.errors ?? NO_ERRORS;
  if (all === undefined) return found;
  try {
    refuel(FUEL_FOR_COMPLAINTS);
    all()(value);
    return all().errors ?? found;
  } catch (error) {
    if (error instanceof OutOfFuel) return found; // report at least the first error
    throw error;
  }
}

/** Of larger schemas only the first error is reported: compiling them again for all errors would block other requests. */
const MOST_PARTS_FOR_ALL = 1_000;

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
  return { create, meta: once(() => withLinearUniqueItems(create(OPTIONS))) };
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

function withFuel(ajv: Ajv): Ajv {
  return ajv.addKeyword({
    keyword: FUEL_KEYWORD,
    before: '$ref',
    code: ({ gen, schema, data }) => {
      const { fixed, reach }: CheckCost = schema;
      gen.code(_`${gen.scopeValue('func', { ref: burnFor })}(${data}, ${fixed}, ${reach})`);
    },
  });
}

/** Replaces ajv's own implementation, which compares every pair of items. The meta-schemas demand it of `enum` and `required`. */
function withLinearUniqueItems(ajv: Ajv): Ajv {
  return ajv.removeKeyword('uniqueItems').addKeyword({
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
