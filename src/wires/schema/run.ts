import type { Fields } from '../../core/index.ts';
import { Draft } from './draft.ts';
import { References } from './references.ts';
import type { SchemaRules } from './rules.ts';
import type { Follow } from './words.ts';

/** One schema on its way through the rules. */
export class Run {
  readonly rules: SchemaRules;
  readonly inlines: boolean;
  readonly references: References;
  /** References that stand in the result. */
  readonly kept = new Set<string>();
  /** One of them stands where more accepted means less accepted: under `not`, say. */
  isTurned = false;
  readonly #follow: Follow | undefined;

  constructor(root: Fields, rules: SchemaRules, inlines: boolean) {
    this.rules = rules;
    this.inlines = inlines;
    this.references = new References(root);
    this.#follow = inlines ? (reference) => this.#copied(reference) : undefined;
  }

  draft(schema: Fields): Draft {
    return new Draft(schema, this.#follow);
  }

  /** Words are copies too. */
  #copied(reference: string): unknown {
    const target = this.references.follow(reference);
    return this.references.afford(target) ? target : undefined;
  }

  passes(keyword: string, place: Place): boolean {
    if (this.inlines && LEFT_WHEN_INLINED.has(keyword)) return false;
    const { keywords, topKeywords } = this.rules;
    return ((place.depth === 0 ? topKeywords : undefined) ?? keywords)?.has(keyword) ?? true;
  }
}

/** Where a schema stands in the result. */
export interface Place {
  readonly depth: number;
  /** Of the property that it describes. */
  readonly name?: string | undefined;
  /** The targets of the references that were followed to come here. */
  readonly trail: readonly unknown[];
  /** Within a schema with an id of its own: local references mean that one's parts. */
  readonly isForeign: boolean;
  /** More accepted here may mean less accepted by the whole. */
  readonly isTurned: boolean;
}

export const TOP: Place = { depth: 0, trail: [], isForeign: false, isTurned: false };

const LEFT_WHEN_INLINED = new Set('$defs definitions $anchor $dynamicAnchor $dynamicRef $recursiveRef'.split(' '));
