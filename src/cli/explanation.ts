import type { Fields } from '../core/index.ts';
import type { ExplainedDecision, TurnExplanation } from '../explaining.ts';
import { printable } from '../log/index.ts';
import { linesWithin } from './layout.ts';
import type { Terminal } from './terminal.ts';

/** What a turn would do, and why, for a person: the model, the limit, the format, then the tools. */
export function explanationInFull(explanation: TurnExplanation, terminal: Terminal): string {
  const { failure, decisions } = explanation;
  const head = [
    ...(failure === undefined ? [] : labelled('fails', failure.message, terminal)),
    ...labelled('model', modelText(explanation), terminal),
    ...limitLines(explanation, terminal),
    ...formatLines(explanation, terminal),
    ...labelled('tokens', tokensText(explanation), terminal),
  ];
  return [head.join('\n'), decisionTable(decisions, terminal)].join('\n\n');
}

function modelText({ model, asked, passedOver = [] }: TurnExplanation): string {
  const as = asked === undefined || asked === model ? '' : `, asked for as ${asked}`;
  const before = passedOver.map((each) => `; ${each.model} is passed over: ${each.failure.message}`);
  return `${model}${as}${before.join('')}`;
}

function limitLines({ limit }: TurnExplanation, terminal: Terminal): readonly string[] {
  if (limit === null) return labelled('limit', "none: no tools of the gateway's", terminal);
  return [
    ...labelled('limit', `${limit.most} of the servers' tools at once: ${limit.why}`, terminal),
    ...labelled('', `to change it: ${limit.flip}`, terminal),
  ];
}

function formatLines({ format }: TurnExplanation, terminal: Terminal): readonly string[] {
  return [
    ...labelled('format', `${format.format}: ${format.why}`, terminal),
    ...labelled('', `to change it: ${format.flip}`, terminal),
  ];
}

function tokensText({ tokens, window, failure }: TurnExplanation): string {
  const all = tokens.messages + tokens.tools;
  const held = window === undefined ? '' : `; the model's window holds ${window}`;
  const isDoubtful = window !== undefined && all > window && failure === undefined;
  const doubt = isDoubtful ? ', and its server refuses what is longer: as this is an estimate, it decides' : '';
  return `about ${all}, ${tokens.tools} of them for declared tools${held}${doubt}`;
}

/** The messages as text, the tools as JSON. */
export function promptInFull({ messages, tools }: TurnExplanation['prompt'], { style, foreign }: Terminal): string {
  const parts = messages.map(({ role, content, ...others }) => {
    const text = typeof content === 'string' ? content : pretty(content);
    const rest = Object.keys(others).length === 0 ? [] : [pretty(others)];
    return [style('bold', `${String(role)}:`), ...[text, ...rest].map(foreign)].join('\n');
  });
  const declared =
    tools.length === 0 ? [] : [[style('bold', 'tools:'), ...tools.map(inOneLine).map(foreign)].join('\n')];
  return [...parts, ...declared].join('\n\n');
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}

function inOneLine(tool: Fields): string {
  return JSON.stringify(tool);
}

/** A row for each, what would change it beside it; where that does not fit, below; where a row does not fit, in lines. */
function decisionTable(decisions: readonly ExplainedDecision[], terminal: Terminal): string {
  const shown = worthShowing(decisions);
  const left = decisions.length - shown.length;
  const cells = shown.map(cellsOf);
  const heads = HEADS.filter((head, place) => !NUMBERS.has(head) || cells.some((row) => row[place] !== ''));
  const places = heads.map((head) => HEADS.indexOf(head));
  const rows = cells.map((row) => places.map((place) => row[place] ?? ''));
  const widths = heads.map((_, place) => widestIn([heads, ...rows], place));
  const width = widths.reduce((sum, each) => sum + each + GAP.length, 0);
  const isTable = width <= terminal.width;
  const written = (row: readonly string[]) =>
    isTable
      ? [row.map((cell, place) => aligned(cell, heads[place] ?? '', widths[place] ?? 0)).join(GAP)]
      : rowInLines(row, heads, terminal);
  const room = terminal.width - width;
  const isBeside = room >= Math.max(LEAST_BESIDE, longestWordIn(shown)); // names of settings are to be copied
  const withFlip = isBeside ? besideRows(width, terminal) : belowRows(terminal);
  const flips = groupsOf(shown).map(({ flip, from, to }) => withFlip(rows.slice(from, to).flatMap(written), flip));
  const head = isTable
    ? withFlip(written(heads), FLIP)
        .slice(0, 1)
        .map((line) => terminal.style('bold', line))
    : [];
  const more = left === 0 ? [] : [`… and ${left} more, --json shows all`];
  return [...head, ...flips.flat(), ...more].join('\n');
}

/** The name in full, to be copied; what else there is, below it. */
function rowInLines(
  [name = '', ...cells]: readonly string[],
  [, ...heads]: readonly string[],
  { width }: Terminal,
): readonly string[] {
  const facts = cells.flatMap((cell, place) => {
    const head = heads[place] ?? '';
    return cell === '' ? [] : [NUMBERS.has(head) ? `${head} ${cell}` : cell];
  });
  return [name, ...linesWithin([facts.join(GAP)], width - BELOW.length).map((line) => BELOW + line)];
}

/** Those that are in or were found, and the first of the others: that nobody has searched for a tool yet is the least news. */
function worthShowing(decisions: readonly ExplainedDecision[]): readonly ExplainedDecision[] {
  const groups = Map.groupBy(decisions, ({ verdict, rank, rule }) => {
    if (verdict === 'in' || rank !== undefined) return 'telling';
    return rule === 'deferred' ? 'deferred' : 'unusual';
  });
  const others = [...(groups.get('unusual') ?? []), ...(groups.get('deferred') ?? [])];
  return [...(groups.get('telling') ?? []), ...others.slice(0, MOST_OTHERS)];
}

function widestIn(rows: readonly (readonly string[])[], place: number): number {
  return rows.reduce((widest, row) => Math.max(widest, row[place]?.length ?? 0), 0);
}

/** Neighbours that the same change would turn. */
function groupsOf(decisions: readonly ExplainedDecision[]): readonly Group[] {
  const starts = decisions.flatMap(({ flip }, place) => (flip === decisions[place - 1]?.flip ? [] : [place]));
  return starts.map((from, place) => {
    return { flip: decisions[from]?.flip ?? '', from, to: starts[place + 1] ?? decisions.length };
  });
}

interface Group {
  readonly flip: string;
  readonly from: number;
  readonly to: number;
}

function longestWordIn(decisions: readonly ExplainedDecision[]): number {
  const flips = new Set(decisions.map(({ flip }) => flip));
  return [...flips].flatMap(wordsOf).reduce((longest, { length }) => Math.max(longest, length), 0);
}

/** Writes rows, and once what they have in common. */
type WithFlip = (rows: readonly string[], flip: string) => readonly string[];

function besideRows(width: number, { width: columns, foreign }: Terminal): WithFlip {
  return (rows, flip) => {
    const beside = linesWithin(wordsOf(foreign(flip)), columns - width);
    return Array.from({ length: Math.max(rows.length, beside.length) }, (_, place) => {
      return `${(rows[place] ?? '').padEnd(width)}${beside[place] ?? ''}`.trimEnd();
    });
  };
}

function belowRows({ columns, foreign, style }: Terminal): WithFlip {
  return (rows, flip) => {
    const below = linesWithin(wordsOf(foreign(`to change it: ${flip}`)), columns - BELOW.length);
    return [...rows.map((row) => row.trimEnd()), ...below.map((line) => BELOW + style('dim', line))];
  };
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/);
}

const HEADS = ['tool', '', 'rule', 'rank', 'score', 'tokens'];
const FLIP = 'what would change it';
const NUMBERS: ReadonlySet<string> = new Set(['rank', 'score', 'tokens']);
const MOST_OTHERS = 20;
const LEAST_BESIDE = 30;
const LABEL = 9;
const GAP = '  ';
const BELOW = '    ';

function cellsOf({ tool, verdict, rule, rank, score, tokens }: ExplainedDecision): readonly string[] {
  return [
    printable(tool),
    verdict,
    rule,
    rank === undefined ? '' : String(rank),
    score === undefined ? '' : score.toFixed(2),
    tokens === undefined ? '' : String(tokens),
  ];
}

function aligned(cell: string, head: string, width: number): string {
  return NUMBERS.has(head) ? cell.padStart(width) : cell.padEnd(width);
}

function labelled(label: string, text: string, { foreign, style, columns }: Terminal): readonly string[] {
  const words = foreign(text).split(/\s+/);
  return linesWithin(words, columns - LABEL).map(
    (line, place) => (place > 0 || label === '' ? ' '.repeat(LABEL) : style('bold', label.padEnd(LABEL))) + line,
  );
}
