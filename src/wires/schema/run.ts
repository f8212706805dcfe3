import type { Fields } from '../../core/index.ts';
import { Draft } from './draft.ts';
import { References } from './references.ts';
import type { SchemaRules } from './rules.ts';

/**
 * `checking`: every keyword that the rules allow stays, to find out whether the schema is within the rules.
 * `loosening`: parts may come to accept more, so keywords under which that would make the whole accept less become words.
 * `inlining`: the same, and references are resolved in place.
 */
export type Mode = 'checking' | 'loosening' | 'inlining';

/** One schema on its way through the rules. */
export class Run {
  readonly rules: SchemaRules;
  readonly mode: Mode;
  readonly references: References;
  /** References that stay in the result. */
  readonly kept = new Set<string>();

  constructor(root: Fields, rules: SchemaRules, mode: Mode) {
    this.rules = rules;
    this.mode = mode;
    this.references = new References(root);
  }

  get inlines(): boolean {
    return this.mode === 'inlining';
  }

  /** What a draft says in words is a copy, too, and counts as one. */
  draft(schema: Fields): Draft {
    return new Draft(schema, (reference) => {
      const target = this.references.follow(reference);
      return this.references.afford(target) ? target : undefined;
    });
  }

  passes(keyword: string, place: Place): boolean {
    if (this.inlines && OF_REFERENCES.has(keyword)) return false;
    if (this.mode !== 'checking' && NOT_MONOTONE.has(keyword)) return false;
    const { keywords, topKeywords } = this.rules;
    return ((place.depth === 0 ? topKeywords : undefined) ?? keywords)?.has(keyword) ?? true;
  }
}

/** The position of a schema in the result. */
export interface Place {
  readonly depth: number;
  /** The name of the property that the schema describes. */
  readonly name?: string | undefined;
  /** The targets of the references that were followed on the way. */
  readonly trail: readonly unknown[];
  /** Inside a schema with an id of its own, where local references mean that schema's parts. */
  readonly isForeign: boolean;
}

export const TOP: Place = { depth: 0, trail: [], isForeign: false };

/** A part of these that accepts more makes the whole accept less, or they depend on what other keywords have evaluated. */
export const NOT_MONOTONE: ReadonlySet<string> = new Set(
  'not if then else oneOf contains minContains maxContains unevaluatedProperties unevaluatedItems'.split(' '),
);

const OF_REFERENCES = new Set('$defs definitions $anchor $dynamicAnchor $dynamicRef $recursiveRef'.split(' '));
