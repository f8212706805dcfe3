import type { ToolChoice, VisibleTool } from '../../core/index.ts';
import { searchWords } from '../../search/index.ts';
import { arithmeticIn } from './expressions.ts';
import type { Sight } from './sights.ts';
import type { Toolbox } from './toolbox.ts';

/** The tools that may be meant, the likeliest first; none where nothing is near enough. */
export function candidatesFor(
  text: string,
  sights: readonly Sight[],
  { tools, index, byName }: Toolbox,
  choice: ToolChoice,
): readonly VisibleTool[] {
  if (choice.kind === 'named') return tools.filter(({ name }) => name === choice.name).slice(0, 1);
  const named = sights.map((sight) => byName.get(sight.text.toLowerCase())).find((tool) => tool?.name.includes('_'));
  if (named !== undefined) return [named];
  const query = queryOf(text, sights);
  const hits = index.search(query, MOST_CANDIDATES);
  const asked = new Set(searchWords(query));
  const near = hits.filter(({ place, score }) => isNear(tools[place], score, asked));
  const chosen = near.length === 0 && choice.kind === 'required' ? hits : near;
  const best = chosen[0]?.score ?? 0;
  const found = chosen.filter(({ score }) => score >= best * CLOSE).flatMap(({ place }) => tools[place] ?? []);
  return found.length === 0 && choice.kind === 'required' ? tools.slice(0, 1) : found;
}

const MOST_CANDIDATES = 8;
/** Further behind the best, and a tool is not what was meant, even if only it can be filled. */
const CLOSE = 0.6;

/** The words, and of values only what they are: their own words say nothing of the tool. */
function queryOf(text: string, sights: readonly Sight[]): string {
  const words = sights.map((sight) => (sight.kind === 'word' ? sight.text : (HINTS.get(sight.kind) ?? '')));
  const isFolder = (sight: Sight) => sight.kind === 'path' && !/\.\w+$/.test(sight.text);
  if (sights.some(isFolder)) words.push('directory');
  else if (sights.some(({ kind }) => kind === 'path')) words.push('file');
  if (arithmeticIn(text, sights) !== undefined) words.push('calculate expression');
  return words.join(' ');
}

const HINTS: ReadonlyMap<string, string> = new Map([
  ['uri', 'url'],
  ['email', 'email'],
]);

export function isNear(tool: VisibleTool | undefined, score: number, asked: ReadonlySet<string>): boolean {
  const name = searchWords(tool?.name ?? '');
  const said = name.filter((word) => asked.has(word)).length / Math.max(1, name.length);
  return score >= NEAR.alone || (said >= NEAR.name && score >= NEAR.withName);
}

const NEAR = { alone: 0.35, name: 1, withName: 0.12 };
