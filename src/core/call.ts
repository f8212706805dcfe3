import type { Fields, WireFields } from './fields.ts';

/** A model's request to use a tool. */
export interface Call {
  /** Unique among the calls of its turn. */
  readonly id: string;
  /** The tool's name as the caller knows it. */
  readonly name: string;
  /** The arguments as the model wrote them: any JSON value, or the raw text if it could not be decoded. */
  readonly arguments: unknown;
  /** Protocol-specific fields that must be sent back with the call, such as Gemini's thought signatures. */
  readonly extra?: WireFields;
  /** Marks a prompt-cache breakpoint: the provider may cache the prompt up to this call. */
  readonly cacheMarker?: Fields;
}
