import { type Fields, isRecord } from '../core/index.ts';
import { KINDRED_WEIGHT, kindredOf } from './kindred.ts';
import { type Postings, PostingsBuilder } from './postings.ts';
import { searchWords } from './words.ts';

/** What can be searched for. `parameters` is a JSON Schema of an object. */
export interface Searchable {
  readonly name: string;
  readonly description: string;
  readonly parameters?: Fields;
}

export interface Hit {
  /** In the given list. */
  readonly place: number;
  /** From 0 to 1: how much of the query it answers to. Words that are rare in the list count most, unknown ones too. */
  readonly score: number;
}

export interface SearchIndex {
  /** The best first, equals in the order of the list. What shares no word with the query is left out. */
  search(query: string, most: number): readonly Hit[];
}

/** BM25 over all that an item says, where the words of its name count several times. */
export function createLexicalIndex(items: readonly Searchable[]): SearchIndex {
  const builder = new PostingsBuilder();
  for (const item of items) addItem(builder, item);
  const postings = builder.build();
  return { search: (query, most) => search(postings, query, most) };
}

/** Tuned on public sets of tools and questions; one length for all fields did better than one for each. */
const WEIGHT = { name: 3, description: 1, parameter: 1, parameterText: 0.5 };

/** What matters is said first: more of it found nothing better, and took its time. */
const MOST = {
  nameLetters: 256,
  descriptionLetters: 600,
  parameters: 32,
  parameterLetters: 200,
  values: 16,
  queryLetters: 4_096,
};

function addItem(builder: PostingsBuilder, { name, description, parameters }: Searchable): void {
  builder.open();
  builder.add(name.slice(0, MOST.nameLetters), WEIGHT.name);
  builder.add(description.slice(0, MOST.descriptionLetters), WEIGHT.description);
  const properties = parameters?.properties;
  if (!isRecord(properties)) return;
  let left = MOST.parameters;
  for (const parameter in properties) {
    if (left-- === 0) break;
    builder.add(parameter.slice(0, MOST.nameLetters), WEIGHT.parameter);
    builder.add(textOfParameter(properties[parameter]).slice(0, MOST.parameterLetters), WEIGHT.parameterText);
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

function search(postings: Postings, query: string, most: number): readonly Hit[] {
  const scores = new Float64Array(postings.items);
  const words = new Set(searchWords(query.slice(0, MOST.queryLetters)));
  let possible = 0;
  for (const word of words) {
    possible += postings.rarity(word);
    postings.score(word, 1, scores);
    for (const kindred of kindredOf(word)) {
      if (!words.has(kindred)) postings.score(kindred, KINDRED_WEIGHT, scores);
    }
  }
  return best(scores, most).map(({ place, score }) => ({ place, score: Math.min(1, score / possible) }));
}

/** In one pass, with no more than `most` in hand. */
function best(scores: Float64Array, most: number): Hit[] {
  const hits: Hit[] = [];
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place] ?? 0;
    if (score === 0 || (hits.length >= most && score <= (hits.at(-1)?.score ?? Number.POSITIVE_INFINITY))) continue;
    let rank = hits.length;
    while (rank > 0 && (hits[rank - 1]?.score ?? 0) < score) rank--;
    hits.splice(rank, 0, { place, score });
    if (hits.length > most) hits.pop();
  }
  return hits;
}
