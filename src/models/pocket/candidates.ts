import { isRecord, type ToolChoice, type VisibleTool } from '../../core/index.ts';
import { createLexicalIndex, type SearchIndex, searchWords } from '../../search/index.ts';
import { zoneOf } from './moments.ts';
import { arithmeticIn } from './numbers.ts';
import { type Sight, see } from './sights.ts';

/** The same list is indexed once: a turn gives it again with each step. */
export function indexOf(tools: readonly VisibleTool[]): SearchIndex {
  const index = indexes.get(tools) ?? createLexicalIndex(tools);
  indexes.set(tools, index);
  return index;
}

const indexes = new WeakMap<readonly VisibleTool[], SearchIndex>();

/** A tool that may be meant. */
export interface Candidate {
  readonly tool: VisibleTool;
  /** How near it is to what was said, from 0 to 1. */
  readonly score: number;
  /** Whether it is meant, by the words that are no values of its arguments, and by how many values were told by their look. */
  isMeant(telling: readonly string[], typed: number): boolean;
}

/** The likeliest first; none where nothing is near. */
export function candidatesFor(
  text: string,
  sights: readonly Sight[],
  tools: readonly VisibleTool[],
  choice: ToolChoice,
): readonly Candidate[] {
  const certain = (tool: VisibleTool): Candidate => ({ tool, score: NAMED, isMeant: () => true });
  if (choice.kind === 'named') return tools.filter(({ name }) => name === choice.name).map(certain);
  const identifiers = new Set(sights.filter(isIdentifier).map((sight) => sight.text.toLowerCase()));
  const named = identifiers.size === 0 ? undefined : tools.find(({ name }) => identifiers.has(name.toLowerCase()));
  if (named !== undefined) return [certain(named)];
  const index = indexOf(tools);
  const hints = hintsOf(text, sights);
  const hits = index.search(`${wordsIn(sights)} ${hints}`, MOST_CANDIDATES);
  const near = hits.filter(({ score }) => score >= CLOSE * (hits[0]?.score ?? 0));
  const found = near.flatMap(({ place, score }): Candidate[] => {
    const tool = tools[place];
    if (tool === undefined) return [];
    const isMeant = (telling: readonly string[], typed: number) => {
      const query = `${telling.map(inOtherWords).join(' ')} ${hints}`;
      const hit = index.search(query, MOST_CANDIDATES).find((each) => each.place === place);
      return (hit?.score ?? 0) >= bar(tool, telling, query, typed);
    };
    return [choice.kind === 'required' ? certain(tool) : { tool, score, isMeant }];
  });
  return found.length === 0 && choice.kind === 'required' ? tools.slice(0, 1).map(certain) : found;
}

/**
 * Whether what a part of a question asks for is something that the whole asks for, too, and no less: so that no part is taken
 * for a question of its own by chance.
 */
export function barOf(question: string, parts: readonly string[], tools: readonly VisibleTool[], now: Date): Bar {
  const hints = [question, ...parts].map((part) => hintsOf(part, see(part, now))).join(' ');
  const index = indexOf(tools);
  const hits = index.search(`${wordsIn(see(question, now))} ${hints}`, parts.length + 1);
  const wanted = new Set(hits.map(({ place }) => tools[place]));
  const least = (index.search(question, 1)[0]?.score ?? 0) * ROUNDING;
  return ({ tool, score }) => score === NAMED || (score >= least && wanted.has(tool));
}

export type Bar = (candidate: Candidate) => boolean;

const ROUNDING = 1 - 1e-9;

function wordsIn(sights: readonly Sight[]): string {
  const words = sights.filter(({ kind }) => kind === 'word');
  return words.map(({ text }) => inOtherWords(text)).join(' ');
}

/** `get_weather` and `getWeather` are not said by chance. */
function isIdentifier({ text }: Sight): boolean {
  return /[a-z][A-Z]|\w[_.-]\w/.test(text);
}

const NAMED = 1;
const MOST_CANDIDATES = 5;
/** Further behind the best, and a tool is not what was meant, even if only it can be filled. */
const CLOSE = 0.5;

/** What no stem tells. */
function inOtherWords(word: string): string {
  return OTHER_WORDS.get(word.toLowerCase()) ?? word;
}

const OTHER_WORDS: ReadonlyMap<string, string> = new Map(Object.entries({ die: 'dice', throw: 'roll', day: 'date' }));
const UNITS: ReadonlyMap<string, string> = new Map(Object.entries({ c: 'celsius', f: 'fahrenheit', k: 'kelvin' }));

/** What the values are: their own words say nothing of the tool. */
export function hintsOf(text: string, sights: readonly Sight[]): string {
  const hints = sights.map(({ kind, text: each }, place) => {
    if (kind === 'uri') return 'url';
    if (kind === 'email') return 'email';
    if (kind === 'moment' || kind === 'unclear') return 'date';
    if (kind === 'word') return sights[place - 1]?.kind === 'number' ? (UNITS.get(each.toLowerCase()) ?? '') : '';
    if (kind !== 'path') return '';
    if (zoneOf(each) !== undefined) return 'time zone';
    return /\.\w{1,5}$/.test(each) ? 'file' : /^[~./\\]|[/\\]$/.test(each) ? 'directory' : '';
  });
  return [...new Set(hints), arithmeticIn(text) === undefined ? '' : 'calculate expression'].join(' ');
}

/** A single word is little to go by, unless it is the whole name, or the values fit. */
function bar(tool: VisibleTool, telling: readonly string[], query: string, typed: number): number {
  const asked = new Set(searchWords(query));
  if (searchWords(tool.name).every((word) => asked.has(word))) return NEAR.named;
  const own = wordsOfTool(tool);
  if (typed > 1 && searchWords(telling.join(' ')).some((word) => own.has(word))) return NEAR.byValues;
  return [...asked].filter((word) => own.has(word)).length > 1 ? NEAR.byWords : NEAR.byOneWord;
}

/** Tuned on public questions and tools, so that small talk calls nothing. */
const NEAR = { named: 0.12, byValues: 0.05, byWords: 0.15, byOneWord: 0.4 };

/** The words by which one asks for a tool: its name, and how its description begins. */
export function askingWords({ name, description }: VisibleTool): ReadonlySet<string> {
  return new Set(searchWords(`${name} ${firstSentence(description)}`));
}

export function firstSentence(text: string): string {
  const beginning = text.slice(0, 200).trim().split('\n', 1)[0] ?? '';
  const end = beginning.search(/[.!?](?:\s|$)/);
  return end === -1 ? beginning : beginning.slice(0, end + 1);
}

/** All that it says of itself, as far as that is searched. */
function wordsOfTool({ name, description, parameters: { properties } }: VisibleTool): ReadonlySet<string> {
  const names = isRecord(properties) ? Object.keys(properties).slice(0, 64).join(' ') : '';
  return new Set(searchWords(`${name} ${names.slice(0, 600)} ${description.slice(0, 600)}`));
}
