import { hash } from 'node:crypto';
import type { Tool as ListedTool } from '@modelcontextprotocol/client';
import {
  type Annotations,
  hasHidden,
  isDeeperThan,
  isRecord,
  type Limits,
  MOST_DEPTH,
  type Presentation,
  type ShownSchema,
  shownSchema,
  truncate,
  truncateBytes,
  withoutHidden,
} from '../core/index.ts';
import { type Repaired, repairObjectSchema } from './schema-repair.ts';

/** A tool as its server describes it, after validation. Only fields that MCP defines and Toolpath uses are kept. */
export interface Definition {
  /** The tool's name at its server. */
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: Annotations;
  readonly presentation?: Presentation;
  /** Hash of the other fields; changes if any of them changes. */
  readonly digest: string;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** A remark on a tool: why it is left out, or what was changed in it. */
export interface Finding {
  /** The tool's name at its server; empty if the finding is on the list, not on a tool. */
  readonly tool: string;
  readonly reason: string;
  /** True if the tool is left out for this reason. */
  readonly isLeftOut?: boolean;
  /** True if a malformed part was repaired without a change of its meaning. */
  readonly isRepair?: boolean;
}

/** The validated definition, with a finding for each part that was changed, or the reason why it was rejected. */
export type Admitted =
  | { readonly ok: true; readonly tool: ListedTool; readonly bytes: number; readonly findings: readonly Finding[] }
  | { readonly ok: false; readonly refusal: Finding };

export type DefinitionLimits = Pick<Limits, 'descriptionBytes' | 'parameterDescriptionBytes'>;

/** Validates one entry of a server's tool list. The entry is untrusted and may be any JSON value. */
export function admitTool(given: unknown, limits: DefinitionLimits): Admitted {
  if (!isRecord(given)) return refuse('', 'it is not an object');
  const { name, execution } = given;
  if (typeof name !== 'string' || name.trim() === '') return refuse('', 'it has no name');
  if (name.length > LONGEST_NAME) return refuse(truncate(name, 40), `its name is too long (${name.length} characters)`);
  if (hasHidden(name)) return refuse(name, 'its name contains invisible characters');
  if (isDeeperThan(given, MOST_DEPTH)) return refuse(name, `its definition is nested deeper than ${MOST_DEPTH} levels`);
  const input = repairObjectSchema(given.inputSchema);
  if (!input.ok) return refuse(name, `its inputSchema ${input.reason}`);
  if (isTexts(input.schema.required) && input.schema.required.includes('__proto__'))
    return refuse(name, LOST_PARAMETER);
  if (isRecord(execution) && execution.taskSupport === 'required') return refuse(name, ONLY_AS_TASK);
  const shown = shownSchema(input.schema, limits.parameterDescriptionBytes);
  if (shown.hasHiddenName) return refuse(name, 'a name in its inputSchema contains invisible characters');

  const said = typeof given.description === 'string' ? given.description : '';
  const description = truncateBytes(withoutHidden(said), limits.descriptionBytes, ' [… cut]');
  const output = isObjectSchema(given.outputSchema) ? repairObjectSchema(given.outputSchema) : undefined;
  const annotations = annotationsIn(given);
  const tool: ListedTool = {
    name,
    ...(description === '' ? {} : { description }),
    inputSchema: input.schema,
    ...(output?.ok === true ? { outputSchema: output.schema } : {}),
    ...(annotations === undefined ? {} : { annotations }),
    ...presentationIn(given),
  };
  const findings = [
    ...changeOf(name, said, description),
    ...hiddenFindings(name, shown),
    ...schemaFindings(name, 'inputSchema', input),
    ...(output === undefined ? [] : schemaFindings(name, 'outputSchema', output)),
  ];
  return { ok: true, tool, bytes: Buffer.byteLength(JSON.stringify(tool)), findings };
}

/** Converts a tool that `admitTool` accepted, and adds its digest. */
export function definitionOf({
  name,
  description = '',
  inputSchema,
  outputSchema,
  annotations,
  ...others
}: ListedTool): Definition {
  const presentation = presentationIn(others);
  const known = {
    name,
    description,
    schema: inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations: annotations as Annotations }),
    ...(Object.keys(presentation).length === 0 ? {} : { presentation }),
  };
  return { ...known, digest: hash('sha256', JSON.stringify(known), 'base64') };
}

/** Maximum characters of a name. MCP recommends at most 128; on the wire, long names are shortened and kept distinct by a hash. */
const LONGEST_NAME = 256;

const ONLY_AS_TASK =
  'it can only be called as a task (its execution.taskSupport is "required"), and Toolpath does not run tasks';

/**
 * The SDK and official clients drop a property called `__proto__` when they read a list, but keep its name in `required`, so no
 * call could be valid.
 */
const LOST_PARAMETER =
  'its inputSchema requires a parameter called "__proto__", which programs in JavaScript cannot pass on';

function refuse(tool: string, reason: string): Admitted {
  return { ok: false, refusal: { tool, reason, isLeftOut: true } };
}

function isObjectSchema(schema: unknown): schema is JsonObject & { type: 'object' } {
  return isRecord(schema) && schema.type === 'object';
}

/** Returns the annotations with valid types. */
function annotationsIn({ annotations }: Record<string, unknown>): Annotations | undefined {
  const given = isRecord(annotations) ? annotations : {};
  const name = given.title;
  const hints = HINTS.flatMap((hint) => (typeof given[hint] === 'boolean' ? [[hint, given[hint]] as const] : []));
  const kept = {
    ...(typeof name === 'string' ? { title: truncate(withoutHidden(name), LONGEST_NAME) } : {}),
    ...Object.fromEntries(hints),
  };
  return Object.keys(kept).length === 0 ? undefined : kept;
}

/** Returns the fields for MCP clients that have valid types: the SDK rejects a whole list for one field of a wrong type. */
function presentationIn({ title, icons, execution, _meta: meta }: Record<string, unknown>): Presentation {
  return {
    ...(typeof title === 'string' ? { title: truncate(withoutHidden(title), LONGEST_NAME) } : {}),
    ...(Array.isArray(icons) && icons.every(isIcon) ? { icons } : {}),
    ...(isExecution(execution) ? { execution } : {}),
    ...(isRecord(meta) ? { _meta: meta } : {}),
  };
}

function isIcon(icon: unknown): icon is { src: string } {
  if (!isRecord(icon) || typeof icon.src !== 'string' || typeof (icon.mimeType ?? '') !== 'string') return false;
  const { sizes = [], theme = 'light' } = icon;
  return isTexts(sizes) && (theme === 'light' || theme === 'dark');
}

function isTexts(list: unknown): list is readonly string[] {
  return Array.isArray(list) && list.every((each) => typeof each === 'string');
}

function isExecution(execution: unknown): execution is NonNullable<Presentation['execution']> {
  if (!isRecord(execution)) return false;
  const { taskSupport = 'forbidden' } = execution;
  return taskSupport === 'forbidden' || taskSupport === 'optional' || taskSupport === 'required';
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

function changeOf(tool: string, said: string, kept: string): readonly Finding[] {
  if (said === kept) return [];
  const reason = hasHidden(said)
    ? 'its description contained invisible characters, which were removed'
    : `its description was truncated (it had ${said.length} characters)`;
  return [{ tool, reason }];
}

/** Returns the finding on a schema that was repaired or, for an output schema, dropped. */
function schemaFindings(tool: string, field: string, repaired: Repaired): readonly Finding[] {
  if (!repaired.ok) return [{ tool, reason: `its ${field} ${repaired.reason}. Its results are not checked` }];
  if (repaired.notes.length === 0) return [];
  return [{ tool, reason: `its ${field} was repaired: ${repaired.notes.join(', ')}`, isRepair: true }];
}

/** Returns what models do not see of the schema. The schema itself is kept as it is, because calls are checked with it. */
function hiddenFindings(tool: string, { hiddenText, cut }: ShownSchema): readonly Finding[] {
  const at = (path: string) => JSON.stringify(truncate(path, LONGEST_PATH, '…'));
  const reasons = [
    hiddenText && `its inputSchema contained invisible characters, which were removed (the first at ${at(hiddenText)})`,
    cut && `the text at ${at(cut.at)} of its inputSchema was truncated (it had ${cut.length} characters)`,
  ];
  return reasons.flatMap((reason) => (reason === undefined ? [] : [{ tool, reason }]));
}

const LONGEST_PATH = 200;
