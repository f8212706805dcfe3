import { type Fields, isRecord } from '../core/index.ts';
import { type IndexOptions, LexicalIndex, type SearchIndex, type Tell } from './lexical.ts';
import { Lexicon } from './lexicon.ts';
import { joinedNames } from './words.ts';

/** An item that can be searched for. `parameters` is a JSON Schema of an object. */
export interface Searchable {
  readonly name: string;
  readonly description: string;
  readonly parameters?: Fields;
  /** The item's server. If the name begins with it, as in `server::tool`, that part does not count as part of the name. */
  readonly server?: string;
}

export interface ToolIndexOptions extends IndexOptions {
  /** Cache of the items' words, shared between the indexes of several lists. */
  readonly lexicon?: Lexicon;
}

/** Creates a BM25 index over all texts of the items, in which the words of a name count several times. */
export function createLexicalIndex(
  items: readonly Searchable[],
  { lexicon = new Lexicon(), ...options }: ToolIndexOptions = {},
): SearchIndex {
  return LexicalIndex.over(items, lexicon, tellTool, options);
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
};

const tellTool: Tell<Searchable> = ({ name, description, parameters, server = '' }, add) => {
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
};

function textOfParameter(parameter: unknown): string {
  if (!isRecord(parameter)) return '';
  const { description, enum: values } = parameter;
  const text = typeof description === 'string' ? description : '';
  if (!Array.isArray(values)) return text;
  const named = values.slice(0, MOST.values).filter((value) => typeof value === 'string');
  return `${named.join(' ').slice(0, MOST.parameterLetters / 2)} ${text}`;
}
