import { hash } from 'node:crypto';
import type { Continuation, ToolAnnouncement } from '../core/index.ts';
import { type Body, callIdsOf, writeBody } from './body.ts';
import type { AnnouncementQuery, StoreBounds, StoreQuery } from './contract.ts';

/** A continuation or an announcement in the form of the tables: plain text, which callers cannot mutate. */
export interface Row {
  /** Hashed name of the prefix, as `nameOf` makes it. */
  readonly prefix: string;
  /** JSON list of the hashed names of the calls; undefined if there are none. */
  readonly calls: string | undefined;
  /** One of the calls: an existing row with this name is deleted first. */
  readonly replaced?: string;
  readonly usedMs: number;
  readonly body: Body;
}

/** A query as JSON lists of hashed names. SQLite limits the number of variables, but not the length of a list. */
export type Asked = Readonly<Record<'calls' | 'prefixes', string>>;

/** Converts a continuation to a row; undefined if it is larger than the bounds allow. */
export function rowOf(continuation: Continuation, bounds: StoreBounds, usedMs: number): Row | undefined {
  const body = writeBody(continuation, bounds);
  if (body === undefined) return undefined;
  const { key, prefix } = continuation;
  const callIds = callIdsOf(continuation);
  const calls = callIds.length > 0 ? namesOf(callIds, (id) => nameOf(key, id)) : undefined;
  return { prefix: nameOf(key, prefix), calls, usedMs, body };
}

/** Converts an announcement to a row; undefined if it is larger than the bounds allow. */
export function rowOfAnnouncement(
  announcement: ToolAnnouncement,
  bounds: StoreBounds,
  usedMs: number,
): Row | undefined {
  const body = writeBody(announcement, bounds);
  if (body === undefined) return undefined;
  const { key, model, prefix, announcementId } = announcement;
  const replaced = nameOf(ANNOUNCEMENT, key, model, prefix, announcementId);
  return { prefix: nameOf(ANNOUNCEMENT, key, prefix), calls: JSON.stringify([replaced]), replaced, usedMs, body };
}

export function askedOf({ key, callIds, prefixes }: StoreQuery): Asked {
  const name = (text: string): string => nameOf(key, text);
  return { calls: namesOf(callIds, name), prefixes: namesOf(prefixes, name) };
}

export function askedOfAnnouncements({ key, prefixes }: AnnouncementQuery): Asked {
  return { calls: '[]', prefixes: namesOf(prefixes, (prefix) => nameOf(ANNOUNCEMENT, key, prefix)) };
}

function namesOf(texts: readonly string[], name: (text: string) => string): string {
  return JSON.stringify([...new Set(texts)].map(name));
}

/**
 * Hashes a list of texts to a short name that does not reveal the key. A continuation's name is made of two texts (the key,
 * and an id or a prefix), and an announcement's name of three or more, so that the two cannot collide. The texts are written
 * as JSON first, because UTF-8 would encode all lone surrogates alike.
 */
function nameOf(...texts: readonly string[]): string {
  return hash('sha256', JSON.stringify(texts), 'base64url').slice(0, NAME_LENGTH);
}

const ANNOUNCEMENT = 'disclosure'; // must stay as in the files of earlier versions
const NAME_LENGTH = 22; // 132 bits, enough to prevent collisions
