import { createRequire } from 'node:module';
import { z } from 'zod';
import type { ToolSchema } from '../../core/index.ts';

/** A JSON Schema as an object. The schemas `true` and `false` are converted to their object forms. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns a tool's parameters as JSON Schema, which models and clients see and which coercion and messages use.
 * Undefined if the tool's schema library cannot produce one. Never throws.
 */
export function jsonSchemaOf(schema: ToolSchema): JsonSchema | undefined {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };
  if (!isSchemaLibrary(schema)) return schema as JsonSchema;
  const known = converted.get(schema);
  if (known !== undefined) return known;
  const json = convert(schema);
  if (json !== undefined) converted.set(schema, json);
  return json;
}

/** The validation interface of a Standard Schema (standardschema.dev). */
export interface StandardCheck {
  validate(value: unknown): StandardResult | Promise<StandardResult>;
}

export type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly unknown[] | undefined;
      }[];
    };

export function standardCheckOf(schema: ToolSchema): StandardCheck | undefined {
  if (typeof schema === 'boolean' || !('~standard' in schema)) return undefined;
  return schema['~standard'] as StandardCheck;
}

const converted = new WeakMap<object, JsonSchema>();

function isSchemaLibrary(schema: object): boolean {
  return '~standard' in schema || '_zod' in schema || '_def' in schema;
}

function convert(schema: object): JsonSchema | undefined {
  try {
    if ('_zod' in schema) {
      // A type that JSON cannot represent (a date, a bigint) is shown as "any" instead of failing the conversion.
      return z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' });
    }
    if ('_def' in schema) return convertZod3(schema);
    const standard = (schema as { '~standard': { jsonSchema?: { input(options: object): JsonSchema } } })['~standard'];
    return standard.jsonSchema?.input({ target: 'draft-2020-12' });
  } catch {
    return undefined;
  }
}

/** Loads the zod 3 converter at its first use: few tools still use zod 3, and the others need not wait for it. */
function convertZod3(schema: object): JsonSchema {
  const { zodToJsonSchema } = require('zod-to-json-schema');
  return zodToJsonSchema(schema, { $refStrategy: 'none', pipeStrategy: 'input', removeAdditionalStrategy: 'strict' });
}

const require = createRequire(import.meta.url);
