import { type Fields, isRecord } from '../../core/index.ts';

/**
 * Brings the parts of a V2 or V3 prompt into the form of V4. Every function returns a V4 value unchanged, so that the readers know
 * only one form.
 */

/** Converts the data of a file: V2 and V3 have bytes, base64 or a URL where V4 has a tagged object. */
export function fileData(data: unknown): unknown {
  if (typeof data === 'string') return isAddress(data) ? { type: 'url', url: data } : { type: 'data', data };
  if (data instanceof URL) return { type: 'url', url: data };
  if (data instanceof Uint8Array) return { type: 'data', data };
  return data;
}

/** Converts an item of a tool result's `content`: V2 has `media`, V3 has six types of files. */
export function contentItem(item: Fields): Fields {
  switch (item.type) {
    case 'media':
    case 'file-data':
    case 'image-data':
      return { ...item, type: 'file', data: { type: 'data', data: item.data }, ...typed(item) };
    case 'file-url':
    case 'image-url':
      return { ...item, type: 'file', data: { type: 'url', url: item.url }, ...typed(item) };
    case 'file-id':
    case 'image-file-id':
      return { ...item, type: 'file', data: { type: 'reference', reference: references(item.fileId) }, ...typed(item) };
    default:
      return item;
  }
}

function typed({ type, mediaType }: Fields): Fields {
  if (typeof mediaType === 'string') return { mediaType };
  return { mediaType: type === 'image-url' || type === 'image-file-id' ? 'image' : 'application/octet-stream' };
}

function references(id: unknown): unknown {
  return isRecord(id) ? id : { any: id };
}

/** True for the addresses that a string may hold instead of base64. */
function isAddress(text: string): boolean {
  return /^(?:https?|data):/i.test(text.slice(0, 8));
}
