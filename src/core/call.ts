import type { Fields, WireFields } from './fields.ts';

/** A model's wish to use a tool. */
export interface Call {
  /** Names this call among all calls of its turn. */
  readonly id: string;
  /** The tool's name as the caller knows it. */
  readonly name: string;
  /** Whatever the model wrote, decoded where it could be: any JSON value, or the text itself. */
  readonly arguments: unknown;
  /** What the wire carries beside it, and wants back: Gemini's thought signatures, for one. */
  readonly extra?: WireFields;
  /** The provider may begin to cache the prompt behind this call. */
  readonly cacheMarker?: Fields;
}
