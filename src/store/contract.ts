import type { Continuation, ToolAnnouncement } from '../core/index.ts';

/**
 * Where continuations and announcements live between two requests. One contract suite (`test/contracts/store/`) runs over every
 * store. Everything belongs to a key, expires after its last use, and is bounded: continuations and announcements together
 * are no more and no larger than the bounds say, and whichever was used longest ago goes first.
 * What is saved and what is found are copies: nobody outside can change what is kept. Whatever is asked of a store after
 * `close` rejects.
 */
export interface Store {
  /**
   * Once it resolves, `find` finds it. What is larger than the bound is not kept: resolves false. A call that an earlier
   * continuation handed over under the same id leads to this one from now on; the earlier remains for its transcript.
   */
  save(continuation: Continuation): Promise<boolean>;
  /** As `save`, for what may be lost and nobody waits for: when it suits the store, but before any `find` that follows. */
  note(continuation: Continuation): void;
  /**
   * Every continuation of this key that handed over one of these calls, or that answered one of these transcripts (of
   * each transcript the newest `MOST_OF_ONE_PREFIX`); each once, the oldest first. Being found counts as use; a store
   * knows the last use to within a thousandth of `continuationMs`, so that reading need not mean writing.
   */
  find(query: StoreQuery): Promise<readonly Continuation[]>;
  /**
   * As `note`. One of the same announcementId that the same model was told at the same prefix is replaced, and this one is the newest
   * then; but what is too large to be kept replaces nothing.
   */
  announce(announcement: ToolAnnouncement): void;
  /**
   * What every model was told at one of these prefixes (of each prefix the newest `MOST_OF_ONE_PREFIX`), the oldest first.
   * Being found counts as use, as with `find`.
   */
  announcements(query: AnnouncementQuery): Promise<readonly ToolAnnouncement[]>;
  close(): Promise<void>;
}

export interface StoreQuery {
  readonly key: string;
  /** Ids that clients know. */
  readonly callIds: readonly string[];
  /** Hashes of transcripts. */
  readonly prefixes: readonly string[];
}

export type AnnouncementQuery = Omit<StoreQuery, 'callIds'>;

/** These hold for announcements as well. The size of either is that of its JSON in UTF-8, without the key. */
export interface StoreBounds {
  readonly continuationMs: number;
  readonly continuations: number;
  readonly continuationBytes: number;
  readonly storeBytes: number;
}

/** A script that asks the same thing every minute leaves thousands under one prefix; a person who regenerates, a handful. */
export const MOST_OF_ONE_PREFIX = 64;
