import type { Block, MediaType, Resource } from '../core/index.ts';

/**
 * What a tool returned, read: LangChain's ToolMessage and `[content, artifact]`, MCP's results and blocks, and
 * plain values. Only the outer form is read here; bounds and JSON come after, in outcome.ts.
 */
export interface Answer {
  readonly blocks: readonly RawBlock[];
  readonly structured?: unknown;
  readonly artifact?: unknown;
  /** The tool says of itself that it failed. */
  readonly isError: boolean;
}

/** A Block whose values are still as foreign as they came. */
export type RawBlock = Block;

export function readAnswer(result: unknown, isPair: boolean): Answer {
  if (isToolMessage(result)) {
    return withArtifact(readContent(result.content), result.artifact, result.status === 'error');
  }
  if (isPair && Array.isArray(result) && result.length === 2) {
    return withArtifact(readContent(result[0]), result[1], false);
  }
  if (isMcpResult(result)) {
    return {
      blocks: result.content.map(readBlock),
      ...(result.structuredContent === undefined ? {} : { structured: result.structuredContent }),
      isError: result.isError === true,
    };
  }
  return { blocks: readContent(result), isError: false };
}

function readContent(content: unknown): readonly RawBlock[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (isBlock(content)) return [readBlock(content)];
  if (Array.isArray(content) && content.length > 0 && content.every(isBlock)) return content.map(readBlock);
  return [{ type: 'json', value: content }];
}

/**
 * LangChain's MCP adapter keeps resources and structured content in the artifact, and repeats structured content
 * in the text. Here each stands once, where it belongs.
 */
function withArtifact(content: readonly RawBlock[], artifact: unknown, isError: boolean): Answer {
  const items: unknown[] = Array.isArray(artifact) ? artifact : [];
  const structured = items.find((item) => isObject(item) && item.type === 'mcp_structured_content');
  const resources = items.filter((item) => isObject(item) && item.type === 'resource').map(readBlock);
  const blocks = structured === undefined ? content : content.map(withoutRepetition);
  const isEmpty = artifact === undefined || (Array.isArray(artifact) && artifact.length === 0);
  return {
    blocks: [...blocks, ...resources],
    ...(isObject(structured) ? { structured: structured.data } : {}),
    ...(isEmpty ? {} : { artifact }),
    isError,
  };
}

function withoutRepetition(block: RawBlock): RawBlock {
  if (block.type !== 'text' || !block.text.startsWith('{"type":"text"')) return block;
  try {
    const parsed: unknown = JSON.parse(block.text);
    return isObject(parsed) && typeof parsed.text === 'string' ? { type: 'text', text: parsed.text } : block;
  } catch {
    return block;
  }
}

function readBlock(block: unknown): RawBlock {
  if (!isObject(block)) return { type: 'json', value: block };
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
      const url = isObject(block.image_url) ? block.image_url.url : block.image_url;
      if (typeof url !== 'string') break;
      return mediaFromUrl('image', url, extraOf(block, ['type', 'image_url']));
    }
    case 'resource':
      if (!isResource(block.resource)) break;
      return { type: 'resource', resource: block.resource, ...extraOf(block, ['type', 'resource']) };
    case 'resource_link':
      if (typeof block.uri !== 'string') break;
      return { type: 'resource_link', uri: block.uri, ...extraOf(block, ['type', 'uri']) };
  }
  return { type: 'json', value: block };
}

function readMedia(type: MediaType, block: Fields): RawBlock | undefined {
  const mimeType = block.mimeType ?? block.mime_type;
  if (typeof block.data === 'string' && typeof mimeType === 'string') {
    const extra = extraOf(block, ['type', 'data', 'mimeType', 'mime_type', 'source_type']);
    return { type, mimeType, data: block.data, ...extra };
  }
  if (typeof block.url !== 'string') return undefined;
  return mediaFromUrl(type, block.url, extraOf(block, ['type', 'url', 'source_type']));
}

function mediaFromUrl(type: MediaType, url: string, extra: { extra?: Fields }): RawBlock {
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

/** Only types that are known to be blocks: a list of a program's own `{ type: … }` records is data. */
function isBlock(value: unknown): value is Fields {
  return (isObject(value) && BLOCK_TYPES.has(value.type) && readBlock(value).type !== 'json') || isFileBlock(value);
}

/** LangChain's standard file block has no word of ours; it stays whole, as json. */
function isFileBlock(value: unknown): boolean {
  return isObject(value) && value.type === 'file' && ('source_type' in value || 'mimeType' in value);
}

function isToolMessage(value: unknown): value is { content: unknown; artifact?: unknown; status?: unknown } {
  return isObject(value) && value.type === 'tool' && 'tool_call_id' in value && 'content' in value;
}

function isMcpResult(value: unknown): value is { content: unknown[]; structuredContent?: unknown; isError?: unknown } {
  if (!isObject(value) || !Array.isArray(value.content)) return false;
  return value.content.every(isBlock) && Object.keys(value).every((key) => MCP_RESULT_KEYS.has(key));
}

const MCP_RESULT_KEYS = new Set(['content', 'structuredContent', 'isError', '_meta', 'resultType']);

function isResource(value: unknown): value is Resource {
  return isObject(value) && typeof value.uri === 'string';
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
