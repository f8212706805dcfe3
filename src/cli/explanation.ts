import type { ExplainedDecision, ExplainedFailure, TurnExplanation } from '../explaining.ts';
import { printable } from '../log/index.ts';
import { labelled, linesWithin, longestOf } from './layout.ts';
import type { Terminal } from './terminal.ts';

/** Formats the explanation of a turn for a person: the model, the limit, the format, then the tools. */
export function explanationInFull(explanation: TurnExplanation, terminal: Terminal): string {
  const { failure, limit, format, decisions } = explanation;
  const facts: readonly (readonly [label: string, text: string])[] = [
    ...(failure === undefined ? [] : [['fails', failureInFull(failure)] as const]),
    ['model', modelText(explanation)],
    ...(limit === null
      ? [['limit', 'none: the request uses no gateway tools'] as const]
      : [
          ['limit', `at most ${limit.most} MCP tools at once: ${limit.why}`] as const,
          ['', `to change it: ${limit.flip}`] as const,
        ]),
    ['format', `${format.format}: ${format.why}`],
    ['', `to change it: ${format.flip}`],
    ['tokens', tokensText(explanation)],
  ];
  const head = facts.flatMap(([label, text]) => fact(label, text, terminal));
  return [head.join('\n'), decisionTable(decisions, terminal)].join('\n\n');
}

/** Returns the message of a failure with its hint, if there is one. */
export function failureInFull({ message, hint }: ExplainedFailure): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

function fact(label: string, text: string, { foreign, style, columns }: Terminal): readonly string[] {
  const lines = linesWithin(wordsOf(foreign(text)), columns - LABEL);
  return labelled(label, LABEL, lines, (bold) => (label === '' ? bold : style('bold', bold)));
}

function modelText({ model, asked, passedOver = [] }: TurnExplanation): string {
  const as = asked === undefined || asked === model ? '' : `, requested as ${asked}`;
  const before = passedOver.map((each) => `; ${each.model} is skipped: ${failureInFull(each.failure)}`);
  return `${model}${as}${before.join('')}`;
}

function tokensText({ tokens, window, failure }: TurnExplanation): string {
  const all = tokens.messages + tokens.tools;
  const held = window === undefined ? '' : `; the context window holds ${window}`;
  const isDoubtful = window !== undefined && all > window && failure === undefined;
  const doubt = isDoubtful ? '. The prompt may be too long: this is an estimate, so the server decides' : '';
  return `about ${all}, of which ${tokens.tools} for declared tools${held}${doubt}`;
}

/** Formats the prompt: the messages as text, the tools as JSON. */
export function promptInFull({ messages, tools }: TurnExplanation['prompt'], { style, foreign }: Terminal): string {
  const parts = messages.map(({ role, content, ...others }) => {
    const text = typeof content === 'string' ? content : pretty(content);
    const rest = Object.keys(others).length === 0 ? [] : [pretty(others)];
    return [style('bold', `${String(role)}:`), ...[text, ...rest].map(foreign)].join('\n');
  });
  const declared =
    tools.length === 0
      ? []
      : [[style('bold', 'tools:'), ...tools.map((tool) => foreign(JSON.stringify(tool)))].join('\n')];
  return [...parts, ...declared].join('\n\n');
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}

/**
 * Formats one row per decision. The change that would reverse the decision is beside the row, or below it if there is no room.
 * If the row itself does not fit, its cells are below the tool's name. The name is never truncated, so that it can be copied.
 */
function decisionTable(decisions: readonly ExplainedDecision[], terminal: Terminal): string {
  const shown = worthShowing(decisions);
  const columns = columnsOf(shown);
  const width = columns.reduce((sum, column) => sum + column.width + GAP.length, 0);
  const isTable = width <= terminal.width;
  const rows = shown.map((_, place) =>
    isTable ? [rowOf(columns, ({ cells }) => cells[place] ?? '')] : rowInLines(columns, place, terminal),
  );
  const isBeside = terminal.width - width >= Math.max(LEAST_BESIDE, longestWordIn(shown)); // do not split names of settings
  const withFlip = isBeside ? besideRows(width, terminal) : belowRows(terminal);
  const groups = groupsOf(shown).flatMap(({ flip, from, to }) => withFlip(rows.slice(from, to).flat(), flip));
  const [head = ''] = withFlip([rowOf(columns, ({ head: title }) => title)], FLIP);
  const left = decisions.length - shown.length;
  return [
    ...(isTable ? [terminal.style('bold', head)] : []),
    ...groups,
    ...(left === 0 ? [] : [`… and ${left} more; use --json to show all`]),
  ].join('\n');
}

interface Column {
  readonly head: string;
  readonly isNumber: boolean;
  readonly cells: readonly string[];
  readonly width: number;
}

/** Returns the columns, without the columns of numbers that are empty in every row. */
function columnsOf(decisions: readonly ExplainedDecision[]): readonly Column[] {
  return COLUMNS.map(([head, cellOf, isNumber = false]) => {
    const cells = decisions.map(cellOf);
    return { head, isNumber, cells, width: longestOf([head, ...cells]) };
  }).filter(({ isNumber, cells }) => !isNumber || cells.some((cell) => cell !== ''));
}

type Cell = (decision: ExplainedDecision) => string;

const COLUMNS: readonly (readonly [head: string, cellOf: Cell, isNumber?: true])[] = [
  ['tool', ({ tool }) => printable(tool)],
  ['', ({ verdict }) => verdict],
  ['rule', ({ rule }) => rule],
  ['rank', ({ rank = '' }) => String(rank), true],
  ['score', ({ score }) => score?.toFixed(2) ?? '', true],
  ['tokens', ({ tokens = '' }) => String(tokens), true],
];

function rowOf(columns: readonly Column[], textOf: (column: Column) => string): string {
  return columns
    .map((column) => {
      const { isNumber, width } = column;
      return isNumber ? textOf(column).padStart(width) : textOf(column).padEnd(width);
    })
    .join(GAP);
}

function rowInLines([name, ...others]: readonly Column[], place: number, { width }: Terminal): readonly string[] {
  const facts = others.flatMap(({ head, isNumber, cells }) => {
    const cell = cells[place] ?? '';
    return cell === '' ? [] : [isNumber ? `${head} ${cell}` : cell];
  });
  const lines = linesWithin([facts.join(GAP)], width - BELOW.length);
  return [name?.cells[place] ?? '', ...lines.map((line) => BELOW + line)];
}

/**
 * Selects the decisions to show: all tools that are in or were found, then some of the others. Tools that are out only because
 * no search found them come last.
 */
function worthShowing(decisions: readonly ExplainedDecision[]): readonly ExplainedDecision[] {
  const groups = Map.groupBy(decisions, ({ verdict, rank, rule }) => {
    if (verdict === 'in' || rank !== undefined) return 'telling';
    return rule === 'deferred' ? 'deferred' : 'unusual';
  });
  const others = [...(groups.get('unusual') ?? []), ...(groups.get('deferred') ?? [])];
  return [...(groups.get('telling') ?? []), ...others.slice(0, MOST_OTHERS)];
}

interface Group {
  readonly flip: string;
  readonly from: number;
  readonly to: number;
}

/** Groups adjacent decisions that the same change would reverse. */
function groupsOf(decisions: readonly ExplainedDecision[]): readonly Group[] {
  const starts = decisions.flatMap(({ flip }, place) => (flip === decisions[place - 1]?.flip ? [] : [place]));
  return starts.map((from, place) => {
    return { flip: decisions[from]?.flip ?? '', from, to: starts[place + 1] ?? decisions.length };
  });
}

function longestWordIn(decisions: readonly ExplainedDecision[]): number {
  return longestOf([...new Set(decisions.map(({ flip }) => flip))].flatMap(wordsOf));
}

/** Adds to a group of rows, once, the change that they have in common. */
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

const FLIP = 'what would change it';
const MOST_OTHERS = 20;
const LEAST_BESIDE = 30;
const LABEL = 9;
const GAP = '  ';
const BELOW = '    ';
