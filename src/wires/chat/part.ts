import {
  type Fields,
  isAbsent,
  isRecord,
  type Part,
  type Read,
  type ReasoningPart,
  read,
  readEach,
  refuseValue,
  textOf,
  unknownFields,
} from '../../core/index.ts';
import { type ExtraFields, extraFieldsOf, readExtraFields, readMarker, writeExtraFields } from './extra.ts';

/**
 * Reads a message's content. Fields of a part that have no neutral type stay in its `extra` with their original nesting:
 * the `detail` of an image is `extra.chat.image_url.detail`.
 */
export function readParts(content: unknown, path: string): Read<readonly Part[]> {
  if (isAbsent(content)) return read([]);
  if (typeof content === 'string') return read(spoken([{ type: 'text', text: content }]));
  if (!Array.isArray(content)) return refuseValue(path, content, 'a string, a list of parts, or null');
  const parts = readEach(content, path, readPart);
  return parts.ok ? read(spoken(parts.value)) : parts;
}

/** Writes content: a single plain text as a string, and no content as `nothing`. */
export function writeParts<Nothing>(parts: readonly Part[], nothing: Nothing): string | Fields[] | Nothing {
  const written = spoken(parts).map(writePart);
  const [first] = written;
  if (first === undefined) return nothing;
  return written.length === 1 && isPlainText(first) ? first.text : written;
}

/** Replaces everything but text by a short name, because the protocol allows only text in a tool message. */
export function asTexts(parts: readonly Part[]): readonly Part[] {
  return parts.map((part) => (part.type === 'text' || part.type === 'wire' ? part : asText(part)));
}

/** Removes reasoning, which is written outside the content, and empty texts, which some servers reject. */
function spoken(parts: readonly Part[]): readonly SpokenPart[] {
  return parts.filter((part): part is SpokenPart => part.type !== 'reasoning' && !isEmpty(part));
}

type SpokenPart = Exclude<Part, ReasoningPart>;

function isEmpty(part: SpokenPart): boolean {
  return part.type === 'text' && part.text === '' && part.extra === undefined && part.cacheMarker === undefined;
}

function isPlainText(part: Fields): part is TextPart {
  return part.type === 'text' && typeof part.text === 'string' && Object.keys(part).length === 2;
}

function readPart(part: unknown, path: string): Read<Part> {
  if (!isRecord(part)) return refuseValue(path, part, 'an object with a "type", such as {"type":"text","text":"…"}');
  if (typeof part.type !== 'string') return refuseValue(`${path}.type`, part.type, 'the type of the part, as a string');
  switch (part.type) {
    case 'text':
      if (typeof part.text !== 'string') return refuseValue(`${path}.text`, part.text, 'a string');
      return read({ type: 'text', text: part.text, ...readExtraFields(part, TEXT) });
    case 'image_url':
      return readImage(part, path);
    case 'input_audio':
      return readAudio(part, path);
    case 'file':
      return readFile(part, path);
    default:
      return read({ type: 'wire', wire: 'chat', value: part, ...readMarker(part) });
  }
}

function writePart(part: SpokenPart): Fields {
  switch (part.type) {
    case 'text':
      return { ...writeExtraFields(part), type: 'text', text: part.text };
    case 'image': {
      const url = 'url' in part ? part.url : `data:${part.mimeType};base64,${part.data}`;
      return nested('image_url', { url }, part);
    }
    case 'audio': {
      const format = 'url' in part ? undefined : formatOf(part.mimeType);
      if ('url' in part || format === undefined) return asText(part);
      return nested('input_audio', { data: part.data, format }, part);
    }
    case 'file': {
      const { name, data, id } = part;
      const file = {
        ...(name !== undefined && { filename: name }),
        ...(data !== undefined && { file_data: data }),
        ...(id !== undefined && { file_id: id }),
      };
      return nested('file', file, part);
    }
    case 'json':
    case 'resource':
    case 'resource_link':
      return asText(part);
    case 'wire':
      return part.wire === 'chat' ? part.value : asText(part);
    default:
      return part satisfies never;
  }
}

function readImage(part: Fields, path: string): Read<Part> {
  const image = typeof part.image_url === 'string' ? { url: part.image_url } : part.image_url;
  if (!isRecord(image)) return refuseValue(`${path}.image_url`, image, 'an object with a "url"');
  if (typeof image.url !== 'string') return refuseValue(`${path}.image_url.url`, image.url, 'a URL, as a string');
  return read({ type: 'image', url: image.url, ...othersInBoth(part, 'image_url', image, IMAGE) });
}

function readAudio(part: Fields, path: string): Read<Part> {
  const audio = part.input_audio;
  const at = `${path}.input_audio`;
  if (!isRecord(audio)) return refuseValue(at, audio, 'an object with "data" and "format"');
  if (typeof audio.data !== 'string') return refuseValue(`${at}.data`, audio.data, 'base64, as a string');
  if (typeof audio.format !== 'string') return refuseValue(`${at}.format`, audio.format, 'a format such as "wav"');
  const extra = othersInBoth(part, 'input_audio', audio, AUDIO);
  return read({ type: 'audio', mimeType: `audio/${audio.format}`, data: audio.data, ...extra });
}

function readFile(part: Fields, path: string): Read<Part> {
  const { file } = part;
  if (!isRecord(file)) return refuseValue(`${path}.file`, file, 'an object with "file_data" or "file_id"');
  for (const name of FILE) {
    const value = file[name];
    if (!isAbsent(value) && typeof value !== 'string') return refuseValue(`${path}.file.${name}`, value, 'a string');
  }
  const { filename, file_data: data, file_id: id } = file;
  return read({
    type: 'file',
    ...(typeof filename === 'string' && { name: filename }),
    ...(typeof data === 'string' && { data }),
    ...(typeof id === 'string' && { id }),
    ...othersInBoth(part, 'file', file, FILE),
  });
}

const TEXT = new Set(['type', 'text']);
const IMAGE = new Set(['url']);
const AUDIO = new Set(['data', 'format']);
const FILE = new Set(['filename', 'file_data', 'file_id']);

/** Collects the other fields of a part and of the object nested in it. */
function othersInBoth(part: Fields, name: string, inner: Fields, known: ReadonlySet<string>): ExtraFields {
  const outer = unknownFields(part, new Set(['type', name]));
  const inside = unknownFields(inner, known);
  return extraFieldsOf(inside.extra === undefined ? outer.extra : { ...outer.extra, [name]: inside.extra });
}

function nested(type: 'image_url' | 'input_audio' | 'file', inner: Fields, part: ExtraFields): Fields {
  const beside = writeExtraFields(part);
  const inside = beside?.[type];
  return { ...beside, type, [type]: isRecord(inside) ? { ...inside, ...inner } : inner };
}

function asText(part: Part): TextPart {
  return { type: 'text', text: textOf([part]) };
}

type TextPart = { readonly type: 'text'; readonly text: string };

/** Returns the protocol's format name for an audio MIME type. Only mp3 and wav differ from the MIME subtype. */
function formatOf(mimeType: string): string | undefined {
  if (!mimeType.startsWith(AUDIO_PREFIX)) return undefined;
  return FORMATS.get(mimeType) ?? mimeType.slice(AUDIO_PREFIX.length);
}

const AUDIO_PREFIX = 'audio/';
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['audio/mpeg', 'mp3'],
  ['audio/x-wav', 'wav'],
  ['audio/wave', 'wav'],
  ['audio/vnd.wave', 'wav'],
]);
