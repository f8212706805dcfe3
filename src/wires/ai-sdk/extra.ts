import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type Event, isRecord } from '../../core/index.ts';

type Extra = Extract<Event, { type: 'extra' }>;

/**
 * Writes the fields of a server's answer that the AI SDK has parts for: web addresses that the answer cites become sources, images
 * of the model become files. `newId` makes the ids of sources.
 */
export function writeExtra({ at, fields }: Extra, newId: () => string): readonly LanguageModelV4StreamPart[] {
  if (at !== 'message') return [];
  const { annotations, images } = fields;
  return [...listOf(annotations).flatMap((each) => sourceOf(each, newId)), ...listOf(images).flatMap(fileOf)];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MOST_PARTS) : [];
}

const MOST_PARTS = 1_000;

function sourceOf(annotation: unknown, newId: () => string): readonly LanguageModelV4StreamPart[] {
  if (!isRecord(annotation) || annotation.type !== 'url_citation') return [];
  const cited = isRecord(annotation.url_citation) ? annotation.url_citation : annotation;
  const { url, title } = cited;
  if (typeof url !== 'string') return [];
  return [{ type: 'source', sourceType: 'url', id: newId(), url, ...(typeof title === 'string' && { title }) }];
}

function fileOf(image: unknown): readonly LanguageModelV4StreamPart[] {
  const address = isRecord(image) && isRecord(image.image_url) ? image.image_url.url : undefined;
  if (typeof address !== 'string') return [];
  const [, mediaType, data] = /^data:([\w.+-]+\/[\w.+-]+);base64,(.*)$/s.exec(address) ?? [];
  if (mediaType === undefined || data === undefined) return [];
  return [{ type: 'file', mediaType, data: { type: 'data', data } }];
}
