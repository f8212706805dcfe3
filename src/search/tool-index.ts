import type { Fields } from '../core/index.ts';
import { createLexicalIndex, type Hit, type SearchIndex } from './lexical.ts';

/** A tool that can be found. */
export interface FindableTool {
  /** `server::tool`, or simply its name. */
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly parameters: Fields;
  readonly server?: string;
}

/** What finds tools for what a person or a model says, by whatever means. */
export interface ToolSearch {
  /** The nearest first, each by its place in the list. None where nothing is near: small talk is no question for a tool. */
  search(query: string, most: number, isLeftOut?: (place: number) => boolean): readonly Hit[];
}

/** Finds tools by their words. The index is made at the first search, and kept as long as the list lives. */
export class ToolIndex implements ToolSearch {
  readonly #tools: readonly FindableTool[];
  #index: SearchIndex | undefined;

  static of(tools: readonly FindableTool[]): ToolIndex {
    const known = indexes.get(tools) ?? new ToolIndex(tools);
    indexes.set(tools, known);
    return known;
  }

  private constructor(tools: readonly FindableTool[]) {
    this.#tools = tools;
  }

  search(query: string, most: number, isLeftOut?: (place: number) => boolean): readonly Hit[] {
    this.#index ??= createLexicalIndex(this.#tools, { leastSaid: LEAST_SAID });
    return this.#index.search(query, most, isLeftOut);
  }
}

const indexes = new WeakMap<readonly FindableTool[], ToolIndex>();

/**
 * Less than one word in a description of usual length. Tuned on public sets of tools and questions: of the right tools it loses
 * less than one in a hundred; of small talk it takes half with twenty thousand tools, and most of it with two hundred. A share of the
 * query would not do: real questions are long, and say little of the tool.
 */
const LEAST_SAID = 0.3;
