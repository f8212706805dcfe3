import type { Part } from './ask.ts';
import type { MediaType } from './outcome.ts';

/** An image or audio: its data in base64, or its address. */
export type MediaPart = Extract<Part, { readonly type: MediaType }>;

export function isMediaPart(part: Part): part is MediaPart {
  return part.type === 'image' || part.type === 'audio';
}

export interface MediaFormat {
  readonly type: MediaType;
  readonly mimeType: string;
}

/**
 * Returns the format of base64 data by its first bytes; undefined if it is none of the formats that all providers of such
 * models accept. The declared type is not reliable, and providers reject data of another type than the declared one.
 */
export function mediaFormatOf(base64: string): MediaFormat | undefined {
  const head = base64.slice(0, HEAD_LENGTH);
  return FORMATS.find(({ begins }) => begins.test(head))?.format;
}

const HEAD_LENGTH = 16; // twelve bytes
/** The first bytes of each format, as they look in base64. */
const FORMATS: readonly { readonly begins: RegExp; readonly format: MediaFormat }[] = [
  { begins: /^iVBORw0KGgo/, format: { type: 'image', mimeType: 'image/png' } },
  { begins: /^\/9j\//, format: { type: 'image', mimeType: 'image/jpeg' } },
  { begins: /^R0lGOD/, format: { type: 'image', mimeType: 'image/gif' } },
  { begins: /^UklGR.{7}RUJQ/, format: { type: 'image', mimeType: 'image/webp' } }, // RIFF….WEBP
  { begins: /^UklGR.{7}QVZF/, format: { type: 'audio', mimeType: 'audio/wav' } }, // RIFF….WAVE
  { begins: /^(?:SUQz|\/\/[I-Po-v])/, format: { type: 'audio', mimeType: 'audio/mpeg' } }, // ID3, or the sync bits of a frame
];

/** Describes data by its type and size: `image/png, 34 kB`. */
export function describeData(mimeType: string | undefined, base64: string | undefined): string {
  return [
    ...(mimeType === undefined ? [] : [mimeType.slice(0, MOST_LETTERS)]),
    ...(base64 === undefined ? [] : [describeSize(bytesOfBase64(base64))]),
  ].join(', ');
}

const MOST_LETTERS = 100; // tools may declare any text as the type

export function describeSize(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Returns the number of bytes that base64 data decodes to. */
export function bytesOfBase64(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.floor((base64.length * 3) / 4) - padding;
}
