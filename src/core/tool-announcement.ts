import type { Fields } from './fields.ts';

/** A gateway tool as a model was told of it, letter for letter. */
export interface AnnouncedTool {
  /** The gateway's own name for it. */
  readonly name: string;
  /** The name that the model knows. */
  readonly wireName: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly parameters: Fields;
}

/**
 * What one model was told of the gateway's tools at one user message of a conversation, and must see again, letter for letter,
 * whenever that conversation goes on. The first of a conversation is what is declared; the others stand behind their message.
 */
export interface ToolAnnouncement {
  readonly key: string;
  /** What a conversation declares, or what was found for a later message. */
  readonly kind: 'declaration' | 'finds';
  /** Who was told: `backend/name`. */
  readonly model: string;
  /** Hash of the normalised transcript up to that message, and with it. */
  readonly prefix: string;
  /**
   * Stands for the tools: the same message may be asked again when there are others, and each answer goes on from what was told
   * for it.
   */
  readonly announcementId: string;
  /** In the order they were told. Empty where there was nothing to tell: once that was answered, it stays so. */
  readonly tools: readonly AnnouncedTool[];
}
