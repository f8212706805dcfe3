import { isRecord } from '../../core/index.ts';
import { brief } from './words.ts';

/**
 * Resolves the references of one schema and limits how much of their targets is copied. Ten levels of ten references each
 * would expand to ten billion copies, so a target beyond the limit is named instead of copied.
 */
export class References {
  readonly root: unknown;
  readonly #targets = new Map<string, unknown>();
  readonly #sizes = new Map<unknown, number>();
  #left = MOST_COPIED;

  constructor(root: unknown) {
    this.root = root;
  }

  /** Returns the target of a local reference, or undefined if the reference does not lead to a schema. */
  follow(reference: string): unknown {
    if (this.#targets.has(reference)) return this.#targets.get(reference);
    const target = targetOf(reference, this.root);
    this.#targets.set(reference, target);
    return target;
  }

  /** Returns true and charges the size if the copies still fit the limit. Charging by size limits time and memory alike. */
  afford(value: unknown, copies = 1): boolean {
    const price = this.#sizeOf(value) * copies;
    if (price > this.#left) return false;
    this.#left -= price;
    return true;
  }

  #sizeOf(value: unknown): number {
    const known = this.#sizes.get(value);
    if (known !== undefined) return known;
    const size = brief(value, this.#left + 1).length;
    this.#sizes.set(value, size);
    return size;
  }
}

/** Returns the last segment of a reference, which names its target. */
export function nameOf(reference: string): string {
  return reference.slice(Math.max(reference.lastIndexOf('/'), reference.lastIndexOf('#')) + 1) || 'the whole schema';
}

/** Total number of characters that may be copied: about 16,000 tokens. */
const MOST_COPIED = 64 * 1024;

function targetOf(reference: string, root: unknown): unknown {
  const steps = stepsOf(reference);
  let target: unknown = steps === undefined ? undefined : root;
  for (const step of steps ?? []) target = memberOf(target, step);
  return isRecord(target) || typeof target === 'boolean' ? target : undefined;
}

/** Returns the steps of a JSON pointer in a fragment; undefined for references to other documents and to anchors. */
function stepsOf(reference: string): string[] | undefined {
  if (reference === '#') return [];
  if (!reference.startsWith('#/')) return undefined;
  try {
    const pointer = decodeURIComponent(reference.slice('#/'.length));
    return pointer.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return undefined;
  }
}

function memberOf(value: unknown, step: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  if (Array.isArray(value)) return step === String(Number(step)) ? value[Number(step)] : undefined;
  return Object.getOwnPropertyDescriptor(value, step)?.value;
}
