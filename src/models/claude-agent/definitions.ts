import { type Fields, isRecord, truncate } from '../../core/index.ts';
import { PREFIX } from './bridge.ts';

/** A tool as the agent gets it. */
export interface AgentTool {
  /** The name within the bridge. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Fields;
}

/** Reads the tools of a Messages request. */
export function readTools(tools: unknown): readonly AgentTool[] {
  return (Array.isArray(tools) ? tools.filter(isRecord) : []).map(({ name, description, input_schema: schema }) => ({
    name: String(name).slice(PREFIX.length),
    ...described(String(description ?? ''), isRecord(schema) ? schema : {}),
  }));
}

/**
 * Claude Code rewrites some characters in the definitions of tools: it composes characters (NFKC) and removes invisible ones. A
 * model would then give changed values of an enum. Definitions with such characters replace the agent's own in each request, if
 * they are not too large for that.
 */
export function exactTools(tools: readonly AgentTool[], others: Fields): Exact {
  const written = tools.map(({ name, description, inputSchema }) => ({
    name: PREFIX + name,
    description,
    input_schema: inputSchema,
  }));
  const text = JSON.stringify(written);
  const isRewritten = text !== text.normalize('NFKC') || /[\p{Cf}\p{Co}\p{Cn}]/u.test(text);
  if (!isRewritten) return { exact: {}, hasRewrittenTools: false };
  const isLarge = Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(others)) > MOST_BYTES;
  return { exact: isLarge ? {} : { tools: written }, hasRewrittenTools: isLarge };
}

interface Exact {
  /** The parameter with the exact definitions, if they need one. */
  readonly exact: Fields;
  readonly hasRewrittenTools: boolean;
}

/** Parameters travel in an environment variable, which may have less than 128 KiB. */
const MOST_BYTES = 110_000;

/** Claude Code truncates long descriptions of tools, but not those of schemas. The rest of a long one moves there. */
function described(description: string, schema: Fields): Pick<AgentTool, 'description' | 'inputSchema'> {
  const inputSchema = { ...schema, type: 'object' };
  if (description.length <= MOST_CHARACTERS) return { description, inputSchema };
  const head = truncate(description, MOST_CHARACTERS);
  const rest = description.slice(head.length);
  const own = typeof schema.description === 'string' ? `\n\n${schema.description}` : '';
  return { description: `${head}…`, inputSchema: { ...inputSchema, description: `…${rest}${own}` } };
}

const MOST_CHARACTERS = 4_000;
