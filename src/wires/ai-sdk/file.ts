import { type Fields, isRecord, mediaFormatOf, type Part, type Read, read, refuseValue } from '../../core/index.ts';
import { fileData } from './older.ts';
import type { Warnings } from './warnings.ts';

/** Reads a file of a prompt or of a tool result. Returns no part if a backend could not be sent the file. */
export function readFile(file: Fields, path: string, warnings: Warnings): Read<readonly Part[]> {
  const data = fileData(file.data);
  if (!isRecord(data))
    return refuseValue(`${path}.data`, file.data, 'bytes, base64, a URL, or an object with a "type"');
  const mediaType = typeof file.mediaType === 'string' ? file.mediaType.toLowerCase() : '';
  const name = typeof file.filename === 'string' ? file.filename : undefined;
  switch (data.type) {
    case 'data':
      return readData(data.data, mediaType, name, path);
    case 'url':
      return readUrl(data, mediaType, name, path);
    case 'text':
      if (typeof data.text !== 'string') return refuseValue(`${path}.data.text`, data.text, 'a string');
      return read([{ type: 'text', text: name === undefined ? data.text : `[file: ${name}]\n${data.text}` }]);
    case 'reference': {
      const id = idIn(data.reference);
      if (id !== undefined) return read([{ type: 'file', id, ...(name !== undefined && { name }) }]);
      warnings.unsupported('file reference', 'A file that no provider of this request has was left out.');
      return read([]);
    }
    default:
      warnings.unsupported('file', `A file whose data has the type ${JSON.stringify(data.type)} was left out.`);
      return read([]);
  }
}

function readData(data: unknown, mediaType: string, name: string | undefined, path: string): Read<readonly Part[]> {
  const base64 = data instanceof Uint8Array ? Buffer.from(data).toString('base64') : data;
  if (typeof base64 !== 'string') return refuseValue(`${path}.data`, data, 'bytes, or base64 as a string');
  return read([partOf(base64, mediaType, name)]);
}

/** Data without a usable type is recognised by its first bytes. */
function partOf(base64: string, mediaType: string, name: string | undefined): Part {
  const isPartial = !mediaType.includes('/') || mediaType.endsWith('/*');
  const known = isPartial || mediaType === UNKNOWN ? mediaFormatOf(base64) : undefined;
  const mimeType = known?.mimeType ?? (isPartial ? (DEFAULTS.get(topOf(mediaType)) ?? UNKNOWN) : mediaType);
  const top = topOf(mimeType);
  if (top === 'image' || top === 'audio') return { type: top, mimeType, data: base64 };
  if (top === 'text') {
    const text = Buffer.from(base64, 'base64').toString('utf8');
    return { type: 'text', text: name === undefined ? text : `[file: ${name}]\n${text}` };
  }
  return { type: 'file', data: `data:${mimeType};base64,${base64}`, ...(name !== undefined && { name }) };
}

const UNKNOWN = 'application/octet-stream';
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['image', 'image/png'],
  ['audio', 'audio/wav'],
  ['text', 'text/plain'],
]);

function topOf(mediaType: string): string {
  return mediaType.split('/', 1)[0] ?? '';
}

function readUrl(data: Fields, mediaType: string, name: string | undefined, path: string): Read<readonly Part[]> {
  const given = typeof data.originalUrl === 'string' ? data.originalUrl : data.url;
  const url = given instanceof URL ? given.href : given;
  if (typeof url !== 'string') return refuseValue(`${path}.data.url`, data.url, 'a URL');
  const [, inline = '', base64] = /^data:([^;,]*)(?:;[^,]*)?;base64,(.*)$/is.exec(url) ?? [];
  if (base64 !== undefined) return read([partOf(base64, inline === '' ? mediaType : inline.toLowerCase(), name)]);
  const top = topOf(mediaType);
  if (top === 'image' || top === 'audio') return read([{ type: top, url }]);
  return read([{ type: 'resource_link', uri: url, extra: linkOf(name, mediaType) } as Part]);
}

function linkOf(name: string | undefined, mimeType: string): Fields {
  return { ...(name !== undefined && { name }), ...(mimeType !== '' && { mimeType }) };
}

/** Returns the id that Toolpath's backends may know; a reference has one id for each provider. */
function idIn(reference: unknown): string | undefined {
  if (!isRecord(reference)) return undefined;
  for (const provider of ['toolpath', 'any', 'openai', 'anthropic']) {
    const id = Object.hasOwn(reference, provider) ? reference[provider] : undefined;
    if (typeof id === 'string') return id;
  }
  return undefined;
}
