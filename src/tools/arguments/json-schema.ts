import { createRequire } from 'node:module';
import { z } from 'zod';
import type { ToolSchema } from '../../core/index.ts';

/** A JSON Schema as an object; the schemas `true` and `false` have one too. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * A tool's parameters as JSON Schema: what models and clients are shown, and what coercion and messages go by.
 * Undefined when a schema library offers no such form. Never throws.
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

/** The check that a schema library brings with its schemas (standardschema.dev). */
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
      // A type that JSON has no word for (a date, a bigint) is shown as "anything" rather than not at all.
      return z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' });
    }
    if ('_def' in schema) return convertZod3(schema);
    const standard = (schema as { '~standard': { jsonSchema?: { input(options: object): JsonSchema } } })['~standard'];
    return standard.jsonSchema?.input({ target: 'draft-2020-12' });
  } catch {
    return undefined;
  }
}

/** Loaded at its first use: few still have zod 3, and nobody else should wait for its converter. */
function convertZod3(schema: object): JsonSchema {
  const { zodToJsonSchema } = require('zod-to-json-schema');
  return zodToJsonSchema(schema, { $refStrategy: 'none', pipeStrategy: 'input', removeAdditionalStrategy: 'strict' });
}

const require = createRequire(import.meta.url);
