import type { Fields, ToolChoice } from '../../core/index.ts';
import { type SearchIndex, searchWords } from '../../search/index.ts';
import {
  askFor,
  askWithout,
  type CallOutcome,
  firstSentence,
  introduce,
  NO_CALL_WANTED,
  tellOutcome,
} from './answers.ts';
import { fillArguments } from './arguments.ts';
import { ONLY_READS } from './database-answer.ts';
import { namesChange } from './database-question.ts';
import { databaseStep } from './database-steps.ts';
import type { DatabaseTools } from './database-tools.ts';
import { type Piece, piecesOf } from './pieces.ts';

/** The parts of a request that pocket uses. */
export interface Asked {
  /** The user's last message, limited in length. */
  readonly question: string;
  /** Outcomes of the calls after that message. */
  readonly outcomes: readonly CallOutcome[];
  readonly toolbox: Toolbox;
  readonly choice: ToolChoice;
  readonly now: Date;
}

export interface Toolbox {
  readonly tools: readonly PocketTool[];
  /** Search index of `tools`; a hit's `place` is a position in `tools`. */
  readonly index: SearchIndex;
  /** Set if pocket can ask databases. */
  readonly database?: { readonly tools: DatabaseTools; readonly others: Toolbox };
}

export interface PocketTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments object. */
  readonly parameters: Fields;
}

export type Reply =
  | { readonly kind: 'call'; readonly name: string; readonly arguments: Fields }
  | { readonly kind: 'text'; readonly text: string };

/**
 * Answers one step of a turn. A question gets one call, and its outcome becomes the answer; a question about a database gets
 * two, a search for tables and a statement. So every turn ends.
 */
export function replyTo(asked: Asked): Reply {
  const { question, outcomes, toolbox, choice } = asked;
  if (outcomes.length === 0) {
    if (choice.kind === 'none' && toolbox.tools.length > 0) return say(NO_CALL_WANTED);
    return firstCall(asked) ?? introduced(asked);
  }
  const isFree = choice.kind === 'auto' || choice.kind === 'required';
  const step = isFree && toolbox.database && databaseStep(question, outcomes, toolbox.database.tools);
  if (step && step.kind !== 'no-table') return step;
  if (step) return chooseOther(asked) ?? introduced(asked);
  return say(outcomes.slice(0, MOST_OUTCOMES).map(tellOutcome).join('\n\n'));
}

/** Prefers the other tools to the databases, because these are searched for any question that may be about a table. */
function firstCall(asked: Asked): Reply | undefined {
  const { question, toolbox, choice } = asked;
  if (toolbox.database === undefined || choice.kind === 'named' || TOOL_NAME.test(question)) return chooseCall(asked);
  const other = chooseOther(asked);
  if (other?.kind === 'call') return other;
  const isDenied = choice.kind === 'auto' && DENIAL.test(question);
  if (isDenied) return namesChange(question) ? say(ONLY_READS) : undefined;
  const step = databaseStep(question, [], toolbox.database.tools);
  if (step?.kind === 'call') return step;
  return choice.kind === 'required' ? chooseCall(asked) : other;
}

const TOOL_NAME = /\b(?:search_schemas|execute_sql)\b/i;

/** Chooses among the tools that are not for databases. */
function chooseOther(asked: Asked): Reply | undefined {
  return chooseCall({ ...asked, toolbox: asked.toolbox.database?.others ?? asked.toolbox, choice: { kind: 'auto' } });
}

function introduced(asked: Asked): Reply {
  return say(introduce(nearestTools(asked), asked.toolbox.tools.length));
}

const MOST_OUTCOMES = 16;

function say(text: string): Reply {
  return { kind: 'text', text };
}

/** Calls the most relevant tool whose arguments the question contains. If there is none, asks for what the best tool lacks. */
function chooseCall({ question, toolbox, choice, now }: Asked): Reply | undefined {
  const isAuto = choice.kind === 'auto'; // otherwise the client requires a call, so some tool is meant
  if (isAuto && DENIAL.test(question)) return undefined;
  const pieces = piecesOf(question, now);
  const sum = isSum(question, pieces) ? SUM : '';
  const words = pieces.map(({ kind, text }) => (kind === 'word' ? text : ''));
  let problem: Reply | undefined;
  for (const place of candidates(`${words.join(' ')} ${sum}`, toolbox, choice)) {
    const tool = toolbox.tools[place];
    if (tool === undefined) continue;
    const { name, description, parameters } = tool;
    const asking = new Set(searchWords(`${name} ${firstSentence(description)}`));
    const filled = fillArguments(parameters, question, pieces, asking);
    if (isAuto && !isMeant(place, `${filled.words.join(' ')} ${sum}`, toolbox)) continue;
    if (filled.missing !== undefined) problem ??= say(askFor(name, filled.missing));
    else if (isAuto && filled.unused.length > 0) problem ??= say(askWithout(name, filled.unused));
    else return { kind: 'call', name, arguments: filled.values };
  }
  return problem;
}

const DENIAL = /^\W{0,9}(?:please )?(?:don['’]?t|do not|never)\b/i;

/** Returns the positions of the tools to try, best first. */
function candidates(query: string, { tools, index }: Toolbox, choice: ToolChoice): readonly number[] {
  if (choice.kind === 'named') return [tools.findIndex(({ name }) => name === choice.name)];
  const hits = index.search(query, MOST_CANDIDATES);
  const near = hits.filter(({ score }) => score >= CLOSE * (hits[0]?.score ?? 0)).map(({ place }) => place);
  return near.length === 0 && choice.kind === 'required' ? [0] : near;
}

const MOST_CANDIDATES = 5;
const CLOSE = 0.5; // share of the best score; a tool below it is not meant, even if it is the only one that can be called

/** Returns true if the words are about this tool. A single shared word needs a higher score than several. */
function isMeant(place: number, words: string, { tools, index }: Toolbox): boolean {
  const score = index.search(words, MOST_CANDIDATES).find((hit) => hit.place === place)?.score ?? 0;
  const { name = '', description = '' } = tools[place] ?? {};
  const own = new Set(searchWords(`${name} ${description.slice(0, MAX_CHARACTERS)}`));
  const shared = new Set(searchWords(words).filter((word) => own.has(word)));
  return score >= (shared.size > 1 ? LEAST_SCORE.byWords : LEAST_SCORE.byOneWord);
}

/** Minimum search scores, tuned so that small talk calls no tool. */
const LEAST_SCORE = { byWords: 0.15, byOneWord: 0.4 };
const MAX_CHARACTERS = 600;

/** Returns true if the question is only an arithmetic expression, which has no words that would find a calculator. */
function isSum(question: string, pieces: readonly Piece[]): boolean {
  const rest = pieces.filter(({ isFiller }) => !isFiller);
  const sum = question.slice(rest[0]?.from, rest.at(-1)?.to);
  return /^[\d\s.,()+*/^%-]+$/.test(sum) && /\d[)\s]*[-+*/^%][-\s(]*\d/.test(sum) && !DATE_LIKE.test(sum);
}

const SUM = 'calculate arithmetic expression';
const DATE_LIKE = /^\d+([-/.])\d+\1\d+$/;

/** Returns the tools nearest to the question, filled up with the first tools of the list. */
function nearestTools({ question, toolbox: { tools, index } }: Asked): readonly PocketTool[] {
  const near = index.search(question, MOST_SHOWN).flatMap(({ place }) => tools[place] ?? []);
  return [...new Set([...near, ...tools.slice(0, MOST_SHOWN)])].slice(0, MOST_SHOWN);
}

const MOST_SHOWN = 6;
