import { hash } from 'node:crypto';
import { isMediaPart, type MediaPart, type Part } from '../../core/index.ts';

/** The media that models refused, so that the refusals do not repeat while the media stay in a conversation's history. */
export class RefusedMedia {
  readonly #refused = new Set<string>();

  has(model: string, part: Part): boolean {
    return this.#refused.size > 0 && isMediaPart(part) && this.#refused.has(`${model} ${digestOf(part)}`);
  }

  add(model: string, media: Iterable<Part>): void {
    for (const part of media) if (isMediaPart(part)) this.#refused.add(`${model} ${digestOf(part)}`);
    for (const oldest of this.#refused) {
      if (this.#refused.size <= MOST_REFUSED) return;
      this.#refused.delete(oldest);
    }
  }
}

const MOST_REFUSED = 10_000;

/** Returns a hash of the image or audio. */
export function digestOf(part: MediaPart): string {
  const digest = digests.get(part) ?? hash('sha256', payloadOf(part), 'base64url');
  digests.set(part, digest);
  return digest;
}

/** Caches the hashes, because every step compares all results. */
const digests = new WeakMap<MediaPart, string>();

/** Returns the data or the address. */
export function payloadOf(part: MediaPart): string {
  return 'url' in part ? part.url : part.data;
}
