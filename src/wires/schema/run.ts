import type { Fields } from '../../core/index.ts';
import { Draft } from './draft.ts';
import { References } from './references.ts';
import type { SchemaRules } from './rules.ts';

/**
 * `checking`: keeps every keyword that the rules allow, to find out whether the schema already follows the rules.
 * `loosening`: narrowed subschemas may accept more, so keywords that would then make the schema accept less become text.
 * `inlining`: like `loosening`, and references are inlined.
 */
export type Mode = 'checking' | 'loosening' | 'inlining';

/** The narrowing of one schema. */
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

  /** Creates a draft. Reference targets that the draft writes as text count as copies. */
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

/** Position of a schema in the result. */
export interface Place {
  readonly depth: number;
  /** Name of the property that the schema describes. */
  readonly name?: string | undefined;
  /** Targets of the references that were followed to reach this schema. */
  readonly trail: readonly unknown[];
  /** True inside a schema with its own `$id`, where local references mean that schema and not the root. */
  readonly isForeign: boolean;
}

export const TOP: Place = { depth: 0, trail: [], isForeign: false };

/**
 * Keywords that accept less if one of their subschemas accepts more, or that depend on which properties or items other
 * keywords have evaluated.
 */
export const NOT_MONOTONE: ReadonlySet<string> = new Set(
  'not if then else oneOf contains minContains maxContains unevaluatedProperties unevaluatedItems'.split(' '),
);

const OF_REFERENCES = new Set('$defs definitions $anchor $dynamicAnchor $dynamicRef $recursiveRef'.split(' '));
