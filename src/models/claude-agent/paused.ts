import { type Call, type Fields, isRecord, parseJson } from '../../core/index.ts';
import { MOST_RESULT_CHARACTERS, PREFIX, type ToolResult } from './bridge.ts';
import { type AgentMessage, type AgentRequest, blocksOf } from './request.ts';
import type { AgentRun } from './run.ts';

/** A run that waits in its tool calls for the next step of its turn. */
export interface PausedRun {
  readonly run: AgentRun;
  readonly request: Written;
  /** The calls whose results it needs, by id. */
  readonly calls: ReadonlyMap<string, Call>;
}

/**
 * The paused runs of a backend, by the signals of the ends of their turns. A run ends with its turn. It may end earlier, because a
 * new run can continue the turn.
 */
export class PausedRuns {
  readonly #runs = new Map<AbortSignal, PausedRun>();
  readonly #end: (run: AgentRun) => void;

  constructor(end: (run: AgentRun) => void) {
    this.#end = end;
  }

  get count(): number {
    return this.#runs.size;
  }

  keep(turnEnd: AbortSignal, paused: PausedRun): void {
    this.#endOf(turnEnd);
    this.#runs.set(turnEnd, paused);
    turnEnd.addEventListener('abort', this.#endEarly, { once: true });
  }

  /** Returns the turn's run, and forgets it. */
  take(turnEnd: AbortSignal | undefined): PausedRun | undefined {
    const paused = turnEnd && this.#runs.get(turnEnd);
    if (turnEnd === undefined || paused === undefined) return undefined;
    this.#runs.delete(turnEnd);
    turnEnd.removeEventListener('abort', this.#endEarly);
    return paused;
  }

  endOldest(): void {
    const [oldest] = this.#runs.keys();
    if (oldest !== undefined) this.#endOf(oldest);
  }

  #endOf(turnEnd: AbortSignal): void {
    const paused = this.take(turnEnd);
    if (paused !== undefined) this.#end(paused.run);
  }

  readonly #endEarly = ({ target }: Event): void => {
    if (target instanceof AbortSignal) this.#endOf(target);
  };
}

/** A request as texts, for comparisons. */
export interface Written {
  /** Everything but the messages. */
  readonly head: string;
  readonly messages: readonly string[];
}

export function writtenForm(request: AgentRequest): Written {
  return { head: headOf(request), messages: request.messages.map((message) => JSON.stringify(message)) };
}

/** Returns everything of a request that a child process is started with, as a text. */
export function headOf({ model, system, tools, parameters, isLoop }: AgentRequest): string {
  return JSON.stringify({ model, system, tools, parameters, isLoop });
}

/** True if the agent itself can continue after these calls: it declared the tools, and it can read the arguments. */
export function canContinue({ tools, names }: AgentRequest, calls: Iterable<Call>): boolean {
  const declared = new Set(tools.map(({ name }) => names.read(PREFIX + name)));
  const all = [...calls];
  return all.length > 0 && all.every((call) => declared.has(call.name) && isRecord(inputOf(call)));
}

/**
 * Returns the results that let a paused run answer the next request; undefined if it cannot. It can if the request is the
 * earlier one, then the answer with the calls, then exactly their results. In any other case a new run gets the whole history.
 */
export function resultsFor(paused: PausedRun, next: AgentRequest): ReadonlyMap<string, ToolResult> | undefined {
  const { run, request, calls } = paused;
  const { head, messages } = writtenForm(next);
  const length = request.messages.length;
  if (head !== request.head || messages.length !== length + 2) return undefined;
  if (!request.messages.every((message, place) => message === messages[place])) return undefined;
  if (!isAnswer(next.messages[length], calls, next) || !run.waitsOnlyFor(calls)) return undefined;
  const blocks = next.messages.at(-1)?.content ?? [];
  const results = new Map(blocks.filter(isResult).map((block) => [String(block.tool_use_id), resultOf(block)]));
  const isExact =
    results.size === calls.size && blocks.length === calls.size && [...calls.keys()].every((id) => results.has(id));
  return isExact && [...results.values()].every(isPassable) ? results : undefined;
}

/** True if the message has exactly the calls that the agent made: it answers these, whatever the history says. */
function isAnswer(message: AgentMessage | undefined, calls: PausedRun['calls'], { names }: AgentRequest): boolean {
  const written = (message?.content ?? []).filter(({ type }) => type === 'tool_use');
  return (
    written.length === calls.size &&
    written.every(({ id, name, input }) => {
      const call = calls.get(String(id));
      if (call === undefined || names.read(String(name)) !== call.name) return false;
      return JSON.stringify(input) === JSON.stringify(inputOf(call));
    })
  );
}

function inputOf({ arguments: args }: Call): unknown {
  if (typeof args !== 'string') return args;
  return args.trim() === '' ? {} : parseJson(args);
}

/** True if the agent passes the result on whole. In the history of a new run, it does not truncate results. */
function isPassable({ content }: ToolResult): boolean {
  return content.every(({ text }) => typeof text !== 'string' || text.length <= MOST_RESULT_CHARACTERS / 2);
}

function isResult({ type }: Fields): boolean {
  return type === 'tool_result';
}

/** Converts a tool result of the Messages API to one of MCP. */
function resultOf({ content, is_error: isError }: Fields): ToolResult {
  return { content: blocksOf(content).map(contentOf), ...(isError === true && { isError }) };
}

function contentOf(block: Fields): Fields {
  const source = isRecord(block.source) ? block.source : {};
  if (block.type === 'image' && source.type === 'base64') {
    return { type: 'image', data: source.data, mimeType: source.media_type };
  }
  const text = block.type === 'text' ? String(block.text) : JSON.stringify(block);
  return { type: 'text', text };
}
