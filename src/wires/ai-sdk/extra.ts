import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type Event, isRecord } from '../../core/index.ts';

type Extra = Extract<Event, { type: 'extra' }>;

/**
 * Writes the fields of a server's answer that the AI SDK has parts for: web addresses that the answer cites become sources, images
 * of the model become files. `newId` makes the ids of sources.
 */
export function writeExtra({ at, fields }: Extra, newId: () => string): readonly LanguageModelV4StreamPart[] {
  if (at !== 'message') return [];
  const { annotations, citations, images } = fields;
  const cited = [...listOf(annotations).filter(isUrlCitation), ...listOf(citations)];
  return [...cited.flatMap((each) => sourceOf(each, newId)), ...listOf(images).flatMap(fileOf)];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MOST_PARTS) : [];
}

const MOST_PARTS = 1_000;

function isUrlCitation(annotation: unknown): boolean {
  return isRecord(annotation) && annotation.type === 'url_citation';
}

/** Citations of documents have no web address, and no part. */
function sourceOf(citation: unknown, newId: () => string): readonly LanguageModelV4StreamPart[] {
  if (!isRecord(citation)) return [];
  const { url, title } = isRecord(citation.url_citation) ? citation.url_citation : citation;
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
