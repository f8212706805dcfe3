import type { Fields } from '../core/index.ts';
import type { ExplainedDecision, TurnExplanation } from '../explaining.ts';
import { printable } from '../log/index.ts';
import { linesWithin } from './lines.ts';
import type { Terminal } from './terminal.ts';

/** What a turn would do, and why, for a person: the model, the limit, the format, then the tools. */
export function explanationInFull(explanation: TurnExplanation, terminal: Terminal): string {
  const { model, asked, limit, format, decisions, tokens } = explanation;
  const as = asked === undefined || asked === model ? '' : `, asked for as ${asked}`;
  const head = [
    ...labelled('model', `${model}${as}`, terminal),
    ...(limit === null
      ? labelled('limit', "none: no tools of the gateway's", terminal)
      : [
          ...labelled('limit', `${limit.most} of the servers' tools at once: ${limit.why}`, terminal),
          ...labelled('', `to change it: ${limit.flip}`, terminal),
        ]),
    ...labelled('format', `${format.format}: ${format.why}`, terminal),
    ...labelled('', `to change it: ${format.flip}`, terminal),
    ...labelled(
      'tokens',
      `about ${tokens.messages + tokens.tools}, ${tokens.tools} of them for declared tools`,
      terminal,
    ),
  ];
  return [head.join('\n'), decisionTable(decisions, terminal)].join('\n\n');
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

function decisionTable(decisions: readonly ExplainedDecision[], terminal: Terminal): string {
  const shown = worthShowing(decisions);
  const left = decisions.length - shown.length;
  const longest = Math.max(SHORTEST_NAME, Math.min(LONGEST_NAME, terminal.columns - OTHER_COLUMNS));
  const cells = shown.map((decision) => cellsOf(decision, longest));
  const heads = HEADS.filter((head, place) => !NUMBERS.has(head) || cells.some((row) => row[place] !== ''));
  const places = heads.map((head) => HEADS.indexOf(head));
  const rows = cells.map((row) => places.map((place) => row[place] ?? ''));
  const widths = heads.map((_, place) => widestIn([heads, ...rows], place));
  const written = (row: readonly string[]) =>
    row.map((cell, place) => aligned(cell, heads[place] ?? '', widths[place] ?? 0)).join(GAP);
  const width = widths.reduce((sum, each) => sum + each + GAP.length, 0);
  const room = terminal.columns - width;
  const isBeside = room >= Math.max(LEAST_BESIDE, longestWordIn(shown)); // names of settings are to be copied
  const withFlip = isBeside ? besideRows(width, terminal) : belowRows(terminal);
  const flips = groupsOf(shown).map(({ flip, from, to }) => withFlip(rows.slice(from, to).map(written), flip));
  const [head = ''] = withFlip([written(heads)], FLIP);
  const more = left === 0 ? [] : [`… and ${left} more, --json shows all`];
  return [terminal.style('bold', head), ...flips.flat(), ...more].join('\n');
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

function besideRows(width: number, { columns, foreign }: Terminal): WithFlip {
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
const LONGEST_NAME = 36;
const SHORTEST_NAME = 12;
const OTHER_COLUMNS = 48; // where each of them is as wide as it gets
const LEAST_BESIDE = 30;
const LABEL = 9;
const GAP = '  ';
const BELOW = '    ';

function cellsOf({ tool, verdict, rule, rank, score, tokens }: ExplainedDecision, longest: number): readonly string[] {
  const name = printable(tool);
  return [
    name.length <= longest ? name : `${name.slice(0, longest - 1)}…`,
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
