import { hash } from 'node:crypto';
import type { Continuation, ToolAnnouncement } from '../core/index.ts';
import { type Body, callIdsOf, writeBody } from './body.ts';
import type { AnnouncementQuery, StoreBounds, StoreQuery } from './contract.ts';

/** A continuation or an announcement as the tables take it: plain text, which nobody can change any more. */
export interface Row {
  /** A name. */
  readonly prefix: string;
  /** A list of names in JSON, if there are any. */
  readonly calls: string | undefined;
  /** One of the calls: the row that has it already makes way. */
  readonly replaced?: string;
  readonly usedMs: number;
  readonly body: Body;
}

/** What is looked for: lists of names in JSON. SQLite takes one of any length, but only so many variables. */
export type Asked = Readonly<Record<'calls' | 'prefixes', string>>;

/** Nothing for what is larger than the bounds allow. */
export function rowOf(continuation: Continuation, bounds: StoreBounds, usedMs: number): Row | undefined {
  const body = writeBody(continuation, bounds);
  if (body === undefined) return undefined;
  const { key, prefix } = continuation;
  const callIds = callIdsOf(continuation);
  const calls = callIds.length > 0 ? namesOf(callIds, (id) => nameOf(key, id)) : undefined;
  return { prefix: nameOf(key, prefix), calls, usedMs, body };
}

/** As `rowOf`. */
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
 * Short, another for every list of texts, and silent about the key to who reads the file. Of a continuation it is what one
 * key calls so: two texts; an announcement's has more, so that neither is taken for the other. Written as JSON first, because
 * UTF-8 cannot tell one lone surrogate from another.
 */
function nameOf(...texts: readonly string[]): string {
  return hash('sha256', JSON.stringify(texts), 'base64url').slice(0, NAME_LENGTH);
}

const ANNOUNCEMENT = 'disclosure'; // as files of earlier versions have it
const NAME_LENGTH = 22; // 132 bits: nobody finds two lists with one name
