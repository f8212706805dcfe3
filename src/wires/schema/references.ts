import { isRecord } from '../../core/index.ts';
import { brief } from './words.ts';

/**
 * The targets of one schema's references, and how much of them may be copied. Ten levels of ten references each would
 * become ten thousand million parts, so a target beyond the allowance is named and not copied.
 */
export class References {
  readonly root: unknown;
  readonly #targets = new Map<string, unknown>();
  readonly #sizes = new Map<unknown, number>();
  #left = MOST_COPIED;

  constructor(root: unknown) {
    this.root = root;
  }

  /** The target of a local reference; undefined where it leads to no schema. */
  follow(reference: string): unknown {
    if (this.#targets.has(reference)) return this.#targets.get(reference);
    const target = targetOf(reference, this.root);
    this.#targets.set(reference, target);
    return target;
  }

  /** Whether one more copy may be made. A copy is charged by its size, which bounds time, parts and bytes together. */
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

/** The last segment of a reference, which names its target. */
export function nameOf(reference: string): string {
  return reference.slice(Math.max(reference.lastIndexOf('/'), reference.lastIndexOf('#')) + 1) || 'the whole';
}

/** Letters of schema that may be copied in all: about 16,000 tokens. */
const MOST_COPIED = 64 * 1024;

function targetOf(reference: string, root: unknown): unknown {
  const steps = stepsOf(reference);
  let target: unknown = steps === undefined ? undefined : root;
  for (const step of steps ?? []) target = memberOf(target, step);
  return isRecord(target) || typeof target === 'boolean' ? target : undefined;
}

/** The steps of a JSON pointer in a fragment. Other references lead out of this schema, or to an anchor. */
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
