import { hash } from 'node:crypto';
import type { Tool as ListedTool } from '@modelcontextprotocol/client';
import { type Annotations, isDeeperThan, isRecord, type Limits, MOST_DEPTH, truncate } from '../core/index.ts';

/** A tool as its server describes it, after validation. Only fields that MCP defines and Toolpath uses are kept. */
export interface Definition {
  /** The tool's name at its server. */
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: Annotations;
  /** Hash of the other fields; changes if any of them changes. */
  readonly digest: string;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** A remark on a tool: why it is left out, or what was changed in it. */
export interface Finding {
  readonly tool: string;
  readonly reason: string;
  /** True if the tool is left out for this reason. */
  readonly isLeftOut?: boolean;
}

/** The validated definition, with `changed` if a part was changed, or the reason why it was rejected. */
export type Admitted =
  | { readonly ok: true; readonly tool: ListedTool; readonly bytes: number; readonly changed?: string }
  | { readonly ok: false; readonly refusal: Finding };

export type DefinitionLimits = Pick<Limits, 'descriptionBytes'>;

/** Validates one entry of a server's tool list. The entry is untrusted and may be any JSON value. */
export function admitTool(given: unknown, limits: DefinitionLimits): Admitted {
  if (!isRecord(given)) return refuse('', 'it is not an object');
  const { name, inputSchema } = given;
  if (typeof name !== 'string' || name.trim() === '') return refuse('', 'it has no name');
  if (name.length > LONGEST_NAME) return refuse(truncate(name, 40), `its name is too long (${name.length} characters)`);
  if (hasHidden(name)) return refuse(name, 'its name contains invisible characters');
  if (isDeeperThan(given, MOST_DEPTH)) return refuse(name, `its definition is nested deeper than ${MOST_DEPTH} levels`);
  if (!isRecord(inputSchema)) return refuse(name, 'it has no usable inputSchema');
  const { type = 'object' } = inputSchema;
  if (type !== 'object') return refuse(name, 'its inputSchema does not describe an object');

  const said = typeof given.description === 'string' ? given.description : '';
  const description = cut(withoutHidden(said), limits.descriptionBytes);
  const annotations = annotationsIn(given);
  const tool: ListedTool = {
    name,
    ...(description === '' ? {} : { description }),
    inputSchema: { ...inputSchema, type: 'object' },
    ...(isObjectSchema(given.outputSchema) ? { outputSchema: given.outputSchema } : {}),
    ...(annotations === undefined ? {} : { annotations }),
  };
  const changed = changeOf(said, description);
  return {
    ok: true,
    tool,
    bytes: Buffer.byteLength(JSON.stringify(tool)),
    ...(changed === undefined ? {} : { changed }),
  };
}

/** Converts a tool that `admitTool` accepted, and adds its digest. */
export function definitionOf({
  name,
  description = '',
  inputSchema,
  outputSchema,
  annotations,
}: ListedTool): Definition {
  const known = {
    name,
    description,
    schema: inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations: annotations as Annotations }),
  };
  return { ...known, digest: hash('sha256', JSON.stringify(known), 'base64') };
}

/** Maximum characters of a name. MCP recommends at most 128; on the wire, long names are shortened and kept distinct by a hash. */
const LONGEST_NAME = 256;

function refuse(tool: string, reason: string): Admitted {
  return { ok: false, refusal: { tool, reason, isLeftOut: true } };
}

function isObjectSchema(schema: unknown): schema is JsonObject & { type: 'object' } {
  return isRecord(schema) && schema.type === 'object';
}

/** Returns the annotations with valid types. A title next to the annotations is used if the annotations have none. */
function annotationsIn({ annotations, title }: Record<string, unknown>): Annotations | undefined {
  const given = isRecord(annotations) ? annotations : {};
  const name = typeof given.title === 'string' ? given.title : title;
  const hints = HINTS.flatMap((hint) => (typeof given[hint] === 'boolean' ? [[hint, given[hint]] as const] : []));
  const kept = {
    ...(typeof name === 'string' ? { title: truncate(withoutHidden(name), LONGEST_NAME) } : {}),
    ...Object.fromEntries(hints),
  };
  return Object.keys(kept).length === 0 ? undefined : kept;
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

function cut(text: string, mostBytes: number): string {
  if (text.length * 3 <= mostBytes) return text;
  const bytes = Buffer.from(text);
  return bytes.length <= mostBytes ? text : `${bytes.toString('utf8', 0, mostBytes).replace(/\ufffd+$/, '')} [… cut]`;
}

function changeOf(said: string, kept: string): string | undefined {
  if (said === kept) return undefined;
  return hasHidden(said)
    ? 'its description contained invisible characters, which were removed'
    : `its description was truncated (it had ${said.length} characters)`;
}

/**
 * Matches characters that a model reads but a person does not see: control characters, zero-width characters, text-direction
 * marks and Unicode tags. They can hide instructions in a description. Characters that join letters or emoji are allowed.
 */
const HIDDEN = /(?![\t\n\r\p{Join_Control}]|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u;
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu');

function hasHidden(text: string): boolean {
  return HIDDEN.test(text);
}

function withoutHidden(text: string): string {
  return hasHidden(text) ? text.replace(ALL_HIDDEN, '') : text;
}
