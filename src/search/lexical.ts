import { type Fields, isRecord } from '../core/index.ts';
import { EVERYDAY_WEIGHT, isEveryday } from './everyday.ts';
import { Lexicon } from './lexicon.ts';
import { Postings } from './postings.ts';
import { KINDRED_WEIGHT, kindredOf } from './synonyms.ts';
import { joinedNames, rootOf, searchWords } from './words.ts';

/** An item that can be searched for. `parameters` is a JSON Schema of an object. */
export interface Searchable {
  readonly name: string;
  readonly description: string;
  readonly parameters?: Fields;
  /** The item's server. If the name begins with it, as in `server::tool`, that part does not count as part of the name. */
  readonly server?: string;
}

export interface Hit {
  /** Index of the item in the list. */
  readonly place: number;
  /** How much of the query the item matches, from 0 to 1. Rare and unknown words of the query count most. */
  readonly score: number;
}

export interface SearchIndex {
  /**
   * Returns at most `most` hits, best first; equal scores keep the order of the list. Items without a matching word are
   * left out.
   */
  search(query: string, most: number, isLeftOut?: (place: number) => boolean): readonly Hit[];
}

export interface IndexOptions {
  /**
   * How strongly an item must match to be a hit, regardless of how rare the words are. Each matching word adds between 0 and
   * 1; everyday words and synonyms add little. Default: 0, which accepts every match.
   */
  readonly minMatch?: number;
  /** Cache of the items' words, shared between the indexes of several lists. */
  readonly lexicon?: Lexicon;
}

/** Creates a BM25 index over all texts of the items, in which the words of a name count several times. */
export function createLexicalIndex(
  items: readonly Searchable[],
  { minMatch = 0, lexicon = new Lexicon() }: IndexOptions = {},
): SearchIndex {
  const bags = items.map((item) => lexicon.bagOf(item, (add) => tellItem(item, add)));
  const postings = new Postings(bags, lexicon);
  return {
    search(query, most, isLeftOut = () => false) {
      const { scores, said, possible } = weigh(postings, query, minMatch > 0);
      const isIn = (place: number) => (said === undefined || (said[place] ?? 0) >= minMatch) && !isLeftOut(place);
      return best(scores, most, isIn).map(({ place, score }) => ({ place, score: Math.min(1, score / possible) }));
    },
  };
}

/**
 * Weights of the fields, tuned on public sets of tools and questions. One length for all fields did better than one for each.
 */
const WEIGHT = { name: 3, description: 1, server: 1, parameter: 1, parameterText: 0.5 };

/**
 * Bounds for the text that is indexed. The important words come first: longer texts took more time and did not improve the
 * results.
 */
const MOST = {
  nameLetters: 256,
  descriptionLetters: 600,
  parameters: 32,
  parameterLetters: 200,
  values: 16,
  queryLetters: 4_096,
};

type Add = (text: string, weight: number) => void;

function tellItem({ name, description, parameters, server = '' }: Searchable, add: Add): void {
  const from = server.slice(0, MOST.nameLetters);
  const own = server !== '' && name.startsWith(`${server}::`) ? name.slice(server.length + 2) : name;
  add(own.slice(0, MOST.nameLetters), WEIGHT.name);
  add([from, ...joinedNames(from)].join(' '), WEIGHT.server);
  add(description.slice(0, MOST.descriptionLetters), WEIGHT.description);
  const properties = parameters?.properties;
  if (!isRecord(properties)) return;
  let left = MOST.parameters;
  for (const parameter in properties) {
    if (left-- === 0) break;
    add(parameter.slice(0, MOST.nameLetters), WEIGHT.parameter);
    add(textOfParameter(properties[parameter]).slice(0, MOST.parameterLetters), WEIGHT.parameterText);
  }
}

function textOfParameter(parameter: unknown): string {
  if (!isRecord(parameter)) return '';
  const { description, enum: values } = parameter;
  const text = typeof description === 'string' ? description : '';
  if (!Array.isArray(values)) return text;
  const named = values.slice(0, MOST.values).filter((value) => typeof value === 'string');
  return `${named.join(' ').slice(0, MOST.parameterLetters / 2)} ${text}`;
}

interface Weighed {
  /** Score of each item, by its index. */
  readonly scores: Float64Array;
  /** How strongly each item matches regardless of how rare the words are, by its index; undefined unless requested. */
  readonly said: Float64Array | undefined;
  /** The sum of the rarities of the query's words. A score divided by it, and capped at 1, is the score of a hit. */
  readonly possible: number;
}

function weigh(postings: Postings, query: string, isSaidAsked: boolean): Weighed {
  const scores = new Float64Array(postings.items);
  const said = isSaidAsked ? new Float64Array(postings.items) : undefined;
  const words = wordsIn(query.slice(0, MOST.queryLetters), postings);
  let possible = 0;
  for (const word of words) {
    possible += postings.rarity(word);
    const others = kindredOf(word).filter((kindred) => !words.has(kindred));
    postings.score(word, 1, scores);
    for (const kindred of others) postings.score(kindred, KINDRED_WEIGHT, scores);
    if (said === undefined) continue;
    const weight = isEveryday(word) ? EVERYDAY_WEIGHT : 1;
    postings.gain(word, weight, said);
    for (const kindred of others) postings.gain(kindred, weight * KINDRED_WEIGHT, said);
  }
  return { scores, said, possible };
}

/** Adds joined names such as `github` only if an item contains them: as unknown words they would lower every score. */
function wordsIn(query: string, postings: Postings): ReadonlySet<string> {
  const joined = joinedNames(query).map(rootOf);
  return new Set([...searchWords(query), ...joined.filter((name) => postings.has(name))]);
}

/** Selects the best items in one pass, and holds at most `most` of them at a time. */
function best(scores: Float64Array, most: number, isIn: (place: number) => boolean): Hit[] {
  const hits: Hit[] = [];
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place] ?? 0;
    if (score === 0 || (hits.length >= most && score <= (hits.at(-1)?.score ?? Number.POSITIVE_INFINITY))) continue;
    if (!isIn(place)) continue;
    let rank = hits.length;
    while (rank > 0 && (hits[rank - 1]?.score ?? 0) < score) rank--;
    hits.splice(rank, 0, { place, score });
    if (hits.length > most) hits.pop();
  }
  return hits;
}
