import type { Fields } from './fields.ts';

/** A gateway tool, character for character as a model was shown it. */
export interface AnnouncedTool {
  /** The gateway's name of the tool. */
  readonly name: string;
  /** The name that the model sees. */
  readonly wireName: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly parameters: Fields;
  /** A JSON Schema of its results, for programs. */
  readonly outputSchema?: Fields;
}

/**
 * The gateway tools that one model was shown at one user message of a conversation. The model must see them again, character
 * for character, whenever the conversation continues. The first announcement is the declaration; each later one is appended
 * to its message.
 */
export interface ToolAnnouncement {
  readonly key: string;
  /** The declaration of the conversation, or the tools found for a later message. */
  readonly kind: 'declaration' | 'finds';
  /** `backend/name` of the model. */
  readonly model: string;
  /** Hash of the normalised transcript up to and including that message. */
  readonly prefix: string;
  /**
   * Identifies the set of tools. The same message may be sent again when other tools are available, and each answer continues
   * from the announcement that was made for it.
   */
  readonly announcementId: string;
  /** The tools in the order they were shown. Empty if there were none to show: once answered, that stays so. */
  readonly tools: readonly AnnouncedTool[];
}
