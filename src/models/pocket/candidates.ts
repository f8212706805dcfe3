import type { ToolChoice, VisibleTool } from '../../core/index.ts';
import { type Hit, type SearchIndex, searchWords } from '../../search/index.ts';
import { arithmeticIn } from './expressions.ts';
import type { Sight } from './sights.ts';
import { type Toolbox, wordsOfTool } from './toolbox.ts';

/** A tool that may be meant. */
export interface Candidate {
  readonly tool: VisibleTool;
  /** How near it is to what was said, from 0 to 1. */
  readonly score: number;
  /** Whether it is meant, by the words that are no values of its arguments. */
  isMeant(telling: string): boolean;
}

/** The score of a tool that was named. */
export const CERTAIN = 1;

/** The likeliest first; none where nothing is near. */
export function candidatesFor(
  text: string,
  sights: readonly Sight[],
  { tools, index, byName }: Toolbox,
  choice: ToolChoice,
): readonly Candidate[] {
  const certain = (tool: VisibleTool): Candidate => ({ tool, score: CERTAIN, isMeant: () => true });
  if (choice.kind === 'named') return tools.filter(({ name }) => name === choice.name).map(certain);
  const named = sights.map((sight) => byName.get(sight.text.toLowerCase())).find((tool) => isIdentifier(tool?.name));
  if (named !== undefined) return [certain(named)];
  const hints = hintsOf(text, sights);
  const hits = nearest(text, sights, index, MOST_CANDIDATES);
  const found = hits.flatMap(({ place, score }): Candidate[] => {
    const tool = tools[place];
    if (tool === undefined || score < CLOSE * (hits[0]?.score ?? 0)) return [];
    if (choice.kind === 'required') return [certain(tool)];
    const isMeant = (telling: string) => {
      const query = `${telling} ${hints}`;
      const hit = index.search(query, MOST_CANDIDATES).find((each) => each.place === place);
      return isNear(tool, hit?.score ?? 0, query);
    };
    return [{ tool, score, isMeant }];
  });
  return found.length === 0 && choice.kind === 'required' ? tools.slice(0, 1).map(certain) : found;
}

/** What is found by the words, and by what the values are. */
export function nearest(text: string, sights: readonly Sight[], index: SearchIndex, most: number): readonly Hit[] {
  return index.search(`${wordsOf(sights)} ${hintsOf(text, sights)}`, most);
}

/** `get_weather` and `getWeather` are not said by chance. */
function isIdentifier(name: string | undefined): boolean {
  return name !== undefined && /[a-z][A-Z]|\w[_.-]\w/.test(name);
}

const MOST_CANDIDATES = 5;
/** Further behind the best, and a tool is not what was meant, even if only it can be filled. */
const CLOSE = 0.5;

/** `two` and `18th` are words, too. */
function wordsOf(sights: readonly Sight[]): string {
  const isWord = ({ kind, text }: Sight) => kind === 'word' || (kind === 'number' && /[a-z]/i.test(text));
  return sights.map((sight) => (isWord(sight) ? sight.text : '')).join(' ');
}

/** What the values are: their own words say nothing of the tool. */
function hintsOf(text: string, sights: readonly Sight[]): string {
  const has = (isSuch: (sight: Sight) => boolean, hint: string) => (sights.some(isSuch) ? hint : '');
  const isFile = (sight: Sight) => /\.\w{1,5}$/.test(sight.text);
  const isFolder = (sight: Sight) => /^[~./\\]|[/\\]$/.test(sight.text) && !isFile(sight); // but not Europe/Vienna
  return [
    has((sight) => sight.kind === 'uri', 'url'),
    has((sight) => sight.kind === 'email', 'email'),
    has((sight) => sight.kind === 'path' && isFile(sight), 'file'),
    has((sight) => sight.kind === 'path' && isFolder(sight), 'directory'),
    arithmeticIn(text, sights) === undefined ? '' : 'calculate expression',
  ].join(' ');
}

/** A single word is little to go by, unless it is the whole name. */
function isNear(tool: VisibleTool, score: number, query: string): boolean {
  const asked = new Set(searchWords(query));
  if (searchWords(tool.name).every((word) => asked.has(word))) return score >= NEAR.named;
  const said = wordsOfTool(tool);
  const shared = [...asked].filter((word) => said.has(word));
  return score >= (shared.length > 1 ? NEAR.byWords : NEAR.byOneWord);
}

/** Tuned on public questions and tools, so that small talk calls nothing. */
const NEAR = { named: 0.12, byWords: 0.15, byOneWord: 0.4 };
