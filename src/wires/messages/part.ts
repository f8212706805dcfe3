import { type Fields, type Part, textOf } from '../../core/index.ts';

/** A content block of the Messages API. */
export type Block = Fields & { readonly type: string };

/** Writes a part of a user message: text, an image or a document. Any other part becomes text that names it. */
export function writePart(part: Part): Block[] {
  switch (part.type) {
    case 'image':
      return [imageOf(part) ?? wordsFor(part)];
    case 'file':
      return [fileOf(part) ?? wordsFor(part)];
    default:
      return writeWords(part);
  }
}

/** Writes a part of a tool's outcome: text or an image. */
export function writeOutcomePart(part: Part): Block[] {
  return part.type === 'image' ? [imageOf(part) ?? wordsFor(part)] : writeWords(part);
}

/** Writes a part as text, for messages that allow only text. Blank text is dropped, because the API refuses it. */
export function writeWords(part: Part): Block[] {
  const text = wordsFor(part);
  return text.text.trim() === '' ? [] : [text];
}

/** Returns the cache marker as `cache_control`. */
export function markerIn({ cacheMarker }: { readonly cacheMarker?: Fields }): { readonly cache_control?: Fields } {
  return cacheMarker === undefined ? {} : { cache_control: cacheMarker };
}

/** Writes blocks in their shortest form: a single plain text becomes a string. */
export function brief(blocks: readonly Block[]): string | readonly Block[] {
  const [only] = blocks;
  if (blocks.length !== 1 || only?.type !== 'text' || Object.keys(only).length > 2) return blocks;
  return typeof only.text === 'string' ? only.text : blocks;
}

type TextBlock = { readonly type: 'text'; readonly text: string; readonly cache_control?: Fields };

function wordsFor(part: Part): TextBlock {
  return { type: 'text', text: textOf([part]), ...(part.type !== 'reasoning' && markerIn(part)) };
}

function imageOf(part: Extract<Part, { type: 'image' | 'audio' }>): Block | undefined {
  const source = 'url' in part ? imageAt(part.url) : imageFrom(part.mimeType, part.data);
  return source && { type: 'image', source, ...markerIn(part) };
}

function imageAt(url: string): Fields | undefined {
  const data = readDataUrl(url);
  if (data !== undefined) return imageFrom(data.mimeType, data.base64);
  return /^https?:\/\//i.test(url) ? { type: 'url', url } : undefined;
}

function imageFrom(mimeType: string, data: string): Fields | undefined {
  const type = mimeType.toLowerCase() === 'image/jpg' ? 'image/jpeg' : mimeType.toLowerCase();
  return IMAGES.has(type) && data !== '' ? { type: 'base64', media_type: type, data } : undefined;
}

/** Image types that the API accepts. */
const IMAGES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

function fileOf(part: Extract<Part, { type: 'file' }>): Block | undefined {
  const { name, data, id } = part;
  const beside = { ...(name !== undefined && name !== '' && { title: name }), ...markerIn(part) };
  if (data === undefined)
    return id === undefined ? undefined : { type: 'document', source: { type: 'file', file_id: id }, ...beside };
  const { mimeType, base64 } = readDataUrl(data) ?? { mimeType: typeByName(name ?? ''), base64: data };
  if (mimeType === PDF || (mimeType === '' && base64.startsWith(PDF_BEGINS))) {
    return { type: 'document', source: { type: 'base64', media_type: PDF, data: base64 }, ...beside };
  }
  const image = imageFrom(mimeType, base64);
  if (image !== undefined) return { type: 'image', source: image, ...markerIn(part) };
  const text = isText(mimeType) ? Buffer.from(base64, 'base64').toString() : '';
  if (text.trim() === '') return undefined;
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text }, ...beside };
}

const PDF = 'application/pdf';
/** The first characters of a PDF file (`%PDF`) in base64. */
const PDF_BEGINS = 'JVBERi';

function isText(mimeType: string): boolean {
  return mimeType.startsWith('text/') || TEXTS.has(mimeType);
}

const TEXTS: ReadonlySet<string> = new Set(['application/json', 'application/xml', 'application/yaml']);

function typeByName(name: string): string {
  return TYPES.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? '';
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['pdf', PDF],
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
  ['csv', 'text/csv'],
  ['html', 'text/html'],
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['yaml', 'application/yaml'],
]);

/** Parses a data URL like `data:image/png;base64,…`. Returns undefined if the data is not base64. */
function readDataUrl(url: string): { mimeType: string; base64: string } | undefined {
  if (url.slice(0, 5).toLowerCase() !== 'data:') return undefined;
  const comma = url.indexOf(',');
  if (comma === -1 || comma > MOST_HEAD) return undefined;
  const [mimeType = '', ...parameters] = url.slice(5, comma).toLowerCase().split(';');
  return parameters.at(-1)?.trim() === 'base64'
    ? { mimeType: mimeType.trim(), base64: url.slice(comma + 1) }
    : undefined;
}

const MOST_HEAD = 300;
