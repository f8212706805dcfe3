import { hash } from 'node:crypto';
import type { Message, ToolChoice, VisibleTool } from '../../core/index.ts';

/** The parts of a request that contain tool names. */
export interface Calling {
  readonly messages: readonly Message[];
  readonly tools: readonly VisibleTool[];
  readonly choice: ToolChoice;
}

/**
 * Maps tool names to names that the Messages API accepts: letters, digits, `_` and `-` only. Any other name is replaced by a
 * derived name that is unique and is the same in every request.
 */
export class ToolNames {
  readonly #prefix: string;
  readonly #written = new Map<string, string>();
  readonly #real = new Map<string, string>();

  /** `prefix` comes before every written name. It counts towards the length that the API accepts. */
  constructor(calling: Calling, prefix = '') {
    this.#prefix = prefix;
    const names = new Set(namesIn(calling));
    for (const name of names) {
      if (TAKEN.test(name) && prefix.length + name.length <= MOST_CHARACTERS) continue;
      let written = derived(name, 0);
      for (let salt = 1; names.has(written) || this.#real.has(written); salt++) written = derived(name, salt);
      this.#written.set(name, written);
      this.#real.set(written, name);
    }
  }

  write(name: string): string {
    return this.#prefix + (this.#written.get(name) ?? name);
  }

  /** Returns the real name. A name without the prefix, which the model invented, is returned unchanged. */
  read(written: string): string {
    if (!written.startsWith(this.#prefix)) return written;
    const name = written.slice(this.#prefix.length);
    return this.#real.get(name) ?? name;
  }
}

const MOST_CHARACTERS = 128;
const TAKEN = /^[a-zA-Z0-9_-]+$/;

function* namesIn({ messages, tools, choice }: Calling): Iterable<string> {
  for (const { wireName } of tools) yield wireName;
  for (const message of messages) {
    if (message.role === 'assistant') for (const { name } of message.calls) yield name;
  }
  if (choice.kind === 'named') yield choice.name;
}

/** Derives a valid name. The name is truncated first, because an untrusted name may be very long. */
function derived(name: string, salt: number): string {
  const clean = name.slice(0, MAX_CHARACTERS).replace(/[^a-zA-Z0-9_-]/g, '_');
  return `${clean === '' ? 'tool' : clean}_${hash('sha256', JSON.stringify([name, salt]), 'hex').slice(0, HASH_CHARACTERS)}`;
}

const MAX_CHARACTERS = 50; // With the hash at most 64 characters, which is the limit of some servers.
const HASH_CHARACTERS = 10;
