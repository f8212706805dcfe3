import type { Continuation, ToolAnnouncement } from '../core/index.ts';

/**
 * Stores continuations and announcements between two requests. One contract suite (`test/contracts/store/`) tests every
 * store.
 *
 * Every entry belongs to a key and expires `continuationMs` after its last use. The bounds limit the number and the size of
 * continuations and announcements together; the least recently used entries are removed first. Entries are copied when they
 * are saved and when they are found, so that callers cannot mutate stored data. After `close`, queries and `save` reject, and
 * `note` and `announce` do nothing.
 */
export interface Store {
  /**
   * Stores a continuation, which `find` returns once the promise resolves. Resolves to false if it is not stored, for example
   * because it is too large.
   * If an earlier continuation handed over a call with the same id, the id now refers to this one; the earlier one can still
   * be found by its transcript.
   */
  save(continuation: Continuation): Promise<boolean>;
  /** Stores a continuation that may be lost. The store may write it later, but before any `find` that follows. */
  note(continuation: Continuation): void;
  /**
   * Returns every continuation of this key that handed over one of these calls, or that answered one of these transcripts
   * (for each transcript the newest `MOST_OF_ONE_PREFIX`); each once, oldest first. Being found counts as use. The time of
   * the last use is exact only to a thousandth of `continuationMs`, so that most reads need no write.
   */
  find(query: StoreQuery): Promise<readonly Continuation[]>;
  /**
   * Stores an announcement, with the guarantees of `note`. It replaces an announcement with the same key, model, prefix and
   * announcementId, and counts as the newest. An announcement that is too large to be stored replaces nothing.
   */
  announce(announcement: ToolAnnouncement): void;
  /**
   * Returns the announcements of all models at these prefixes (for each prefix the newest `MOST_OF_ONE_PREFIX`), oldest
   * first. Being found counts as use, as in `find`.
   */
  announcements(query: AnnouncementQuery): Promise<readonly ToolAnnouncement[]>;
  /** Returns random bytes that last as long as the store's entries. They seal entries that must not be changed outside. */
  secret(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface StoreQuery {
  readonly key: string;
  /** Call ids as clients know them. */
  readonly callIds: readonly string[];
  /** Hashes of transcripts. */
  readonly prefixes: readonly string[];
}

export type AnnouncementQuery = Omit<StoreQuery, 'callIds'>;

/** Bounds for continuations and announcements. The size of an entry is the size of its JSON in UTF-8, without the key. */
export interface StoreBounds {
  readonly continuationMs: number;
  readonly continuations: number;
  readonly continuationBytes: number;
  readonly storeBytes: number;
}

/**
 * A script that asks the same question every minute leaves thousands of entries at one prefix; a person who regenerates
 * leaves a few.
 */
export const MOST_OF_ONE_PREFIX = 64;

export const SECRET_BYTES = 32;
