import { type Block, isAbsent, isRecord, type MediaType, type Resource } from '../core/index.ts';

/**
 * A tool's result in a common form. The result may be LangChain's ToolMessage or `[content, artifact]`, an MCP result, a
 * list of blocks, or a plain value. Only the outer form is interpreted here; bounds.ts then makes the values plain and
 * bounded.
 */
export interface Answer {
  /** The values in the blocks are not yet checked. */
  readonly blocks: readonly Block[];
  readonly structured?: unknown;
  /** MCP's `_meta` of the result. */
  readonly meta?: unknown;
  /** True if the content was blank, so that `blocks` contains the structured content instead. */
  readonly isToldByStructured?: boolean;
  readonly artifact?: unknown;
  /** True if the result says that the tool failed. */
  readonly isError: boolean;
}

/** The known form of a tool's results. */
export interface Form {
  /** True if the tool returns LangChain's `[content, artifact]`. */
  readonly isPair: boolean;
  /**
   * True for an MCP tool. A value that looks like an MCP result is then read as one, even if it has blocks and fields of
   * later protocol versions.
   */
  readonly isMcp: boolean;
}

export function readAnswer(result: unknown, { isPair, isMcp }: Form): Answer {
  if (isToolMessage(result)) {
    return withArtifact(result.content, result.artifact, result.status === 'error');
  }
  if (isPair && Array.isArray(result) && result.length === 2) {
    return withArtifact(result[0], result[1], false);
  }
  return isMcpResult(result, isMcp) ? readMcpResult(result) : { blocks: readContent(result), isError: false };
}

function readMcpResult({ content, structuredContent, _meta: meta, isError }: McpResult): Answer {
  const blocks = Array.isArray(content) ? readBlocks(content) : readContent(content);
  const told = { ...withStructured(blocks, structuredContent), isError: isError === true };
  return isRecord(meta) ? { ...told, meta } : told;
}

/** Adds structured content. It replaces blank content, because a model reads only the content. */
function withStructured(blocks: readonly Block[], structured: unknown): Omit<Answer, 'isError'> {
  if (isAbsent(structured)) return { blocks };
  if (!blocks.every(isBlankText)) return { blocks, structured };
  return { blocks: [{ type: 'json', value: structured }], structured, isToldByStructured: true };
}

function isBlankText(block: Block): boolean {
  return block.type === 'text' && block.text.trim() === '';
}

function readBlocks(content: readonly unknown[]): readonly Block[] {
  const blocks = content.slice(0, MOST_BLOCKS).map(readBlock);
  const left = content.length - blocks.length;
  return left === 0 ? blocks : [...blocks, { type: 'text', text: `[… ${left} more parts left out]` }];
}

function readContent(content: unknown): readonly Block[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (isBlock(content)) return [readBlock(content)];
  if (isBlockList(content) && content.length > 0) return content.map(readBlock);
  return [{ type: 'json', value: content }];
}

/**
 * Reads content with an artifact. LangChain's MCP adapter puts resources, structured content and metadata into the
 * artifact. For structured content and metadata it also wraps the text in JSON that repeats them; this undoes the wrapping.
 */
function withArtifact(content: unknown, artifact: unknown, isError: boolean): Answer {
  const items: readonly Fields[] = isShortList(artifact) ? artifact.filter(isRecord) : [];
  const structured = items.find(({ type }) => type === 'mcp_structured_content');
  const isWrapped = structured !== undefined || items.some(({ type }) => type === 'mcp_meta');
  const resources = items.filter(({ type }) => type === 'resource').map(readBlock);
  // With an artifact, an empty list means that the message has no content. Otherwise an empty list is a value.
  const blocks = artifact !== undefined && isEmptyList(content) ? [] : readContent(content);
  return {
    ...withStructured([...(isWrapped ? blocks.map(unwrap) : blocks), ...resources], structured?.data),
    ...(artifact === undefined || isEmptyList(artifact) ? {} : { artifact }),
    isError,
  };
}

function unwrap(block: Block): Block {
  if (block.type !== 'text' || !block.text.startsWith('{"type":"text"')) return block;
  try {
    const { text, ...rest } = JSON.parse(block.text) as Fields;
    const isWrapper = typeof text === 'string' && ('structuredContent' in rest || 'meta' in rest);
    return isWrapper ? { type: 'text', text } : block;
  } catch {
    return block;
  }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function readBlock(block: unknown): Block {
  if (!isRecord(block)) return { type: 'json', value: block };
  switch (block.type) {
    case 'text':
      if (typeof block.text !== 'string') break;
      return {
        type: 'text',
        text: block.text,
        ...extraOf(block, ['type', 'text', 'source_type', 'structuredContent']),
      };
    case 'image':
    case 'audio':
      return readMedia(block.type, block) ?? { type: 'json', value: block };
    case 'image_url': {
      const url = isRecord(block.image_url) ? block.image_url.url : block.image_url;
      if (typeof url !== 'string') break;
      return mediaFromUrl('image', url, extraOf(block, ['type', 'image_url']));
    }
    case 'resource': {
      const resource = readResource(block.resource);
      if (resource === undefined) break;
      return { type: 'resource', resource, ...extraOf(block, ['type', 'resource']) };
    }
    case 'resource_link':
      if (typeof block.uri !== 'string') break;
      return { type: 'resource_link', uri: block.uri, ...extraOf(block, ['type', 'uri']) };
  }
  return { type: 'json', value: block };
}

function readMedia(type: MediaType, block: Fields): Block | undefined {
  const mimeType = block.mimeType ?? block.mime_type;
  if (typeof block.data === 'string' && typeof mimeType === 'string') {
    const extra = extraOf(block, ['type', 'data', 'mimeType', 'mime_type', 'source_type']);
    return { type, mimeType, data: block.data, ...extra };
  }
  if (typeof block.url !== 'string') return undefined;
  return mediaFromUrl(type, block.url, extraOf(block, ['type', 'url', 'source_type']));
}

function mediaFromUrl(type: MediaType, url: string, extra: { extra?: Fields }): Block {
  const comma = url.startsWith('data:') ? url.indexOf(';base64,') : -1;
  if (comma === -1) return { type, url, ...extra };
  return {
    type,
    mimeType: url.slice('data:'.length, comma),
    data: url.slice(comma + ';base64,'.length),
    ...extra,
  };
}

type Fields = Record<string, unknown>;

function extraOf(block: Fields, known: readonly string[]): { extra?: Fields } {
  const others = Object.entries(block).filter(([key, value]) => value !== undefined && !known.includes(key));
  return others.length === 0 ? {} : { extra: Object.fromEntries(others) };
}

const BLOCK_TYPES = new Set<unknown>(['text', 'image', 'image_url', 'audio', 'file', 'resource', 'resource_link']);

function isBlockList(value: unknown): value is Fields[] {
  return isShortList(value) && !value.includes(undefined) && value.every(isBlock);
}

/** Limits the length before anything iterates: iterating over a sparse array of four billion items takes minutes. */
function isShortList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length <= MOST_BLOCKS;
}

const MOST_BLOCKS = 10_000;

/** True if the value can be read as a block. A program's own `{ type: … }` records are data. */
function isBlock(value: unknown): value is Fields {
  if (!isRecord(value) || !BLOCK_TYPES.has(value.type)) return false;
  // There is no Block type for LangChain's file block, but it counts as a block and is kept complete as json.
  const isFile = value.type === 'file' && ('source_type' in value || 'mimeType' in value);
  return isFile || readBlock(value).type !== 'json';
}

function isToolMessage(value: unknown): value is { content: unknown; artifact?: unknown; status?: unknown } {
  return isRecord(value) && value.type === 'tool' && 'tool_call_id' in value && 'content' in value;
}

interface McpResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly _meta?: unknown;
  readonly isError?: unknown;
}

function isMcpResult(value: unknown, isMcp: boolean): value is McpResult {
  if (!isRecord(value)) return false;
  if (isMcp && value.isError === true) return true;
  const isKnown = Object.keys(value).every((key) => MCP_RESULT_KEYS.has(key));
  if (isAbsent(value.content) && isAbsent(value.structuredContent)) return isMcp && isKnown;
  const content = value.content ?? [];
  return isMcp ? Array.isArray(content) : isBlockList(content) && isKnown;
}

const MCP_RESULT_KEYS = new Set(['content', 'structuredContent', 'isError', '_meta', 'resultType']);

/** Returns the resource without fields that are null; undefined if it is not a resource as MCP defines it. */
function readResource(value: unknown): Resource | undefined {
  if (!isRecord(value) || typeof value.uri !== 'string') return undefined;
  const { uri, mimeType, text, blob, ...others } = value;
  if (![mimeType, text, blob].every((field) => typeof (field ?? '') === 'string')) return undefined;
  const known = Object.entries({ mimeType, text, blob }).filter(([, field]) => typeof field === 'string');
  return { uri, ...Object.fromEntries(known), ...others };
}
