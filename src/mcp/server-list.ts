import type { Decision, Log, Tool } from '../core/index.ts';
import type { Finding } from './definitions.ts';
import { unusable } from './left-out.ts';
import type { Session } from './session.ts';
import type { ServerTools } from './tool.ts';

/** A server's tools, as of the last list that was read. */
export class ServerList {
  readonly #made: ServerTools;
  readonly #log: Log;
  readonly #onStale: () => void;
  readonly #prepare: PrepareTools;
  #freshUntil: NodeJS.Timeout | undefined;
  #tools: readonly Tool[] = [];
  #findings: readonly Finding[] = [];
  #leftOut: readonly Decision[] = [];
  /** True if the list must be read again: the server announced a change, or the last read failed. */
  isStale = false;

  /** Number of lists that have arrived. */
  #arrived = 0;

  /** `onStale` is called when the time has passed for which the server declared its list fresh. */
  constructor(made: ServerTools, log: Log, onStale: () => void, prepare: PrepareTools = async () => {}) {
    this.#made = made;
    this.#log = log;
    this.#onStale = onStale;
    this.#prepare = prepare;
  }

  /** The tools; the same array until a tool changes. */
  get tools(): readonly Tool[] {
    return this.#tools;
  }

  /** The first tools that were left out or changed, with the reasons. */
  get findings(): readonly Finding[] {
    return this.#findings;
  }

  /** Decisions on the tools that were left out; the same array until the list is read again. */
  get leftOut(): readonly Decision[] {
    return this.#leftOut;
  }

  /** Reads the list from the session. Rejects with the session's error, and keeps the old list then. */
  async read(session: Session, signal: AbortSignal): Promise<void> {
    this.isStale = false; // set before reading, so that a change during the read marks the list as stale again
    const { definitions, findings: found, freshMs } = await session.list(signal);
    const place = ++this.#arrived;
    const named = found.filter(({ tool }) => tool !== '');
    const rejected = named.filter(({ isLeftOut }) => isLeftOut === true).map(({ tool }) => tool);
    const made = this.#made.of(definitions, rejected);
    await this.#prepare(made.tools);
    signal.throwIfAborted();
    if (place !== this.#arrived) return; // the session was lost meanwhile, and the next one has listed its tools
    const findings = [...namelessIn(found, this.#made.name), ...named];
    if (!isSame(made.tools, this.#tools)) this.#tools = made.tools;
    // Problems in the settings come first, harmless repairs last: the list is cut.
    const all = [
      ...made.findings,
      ...findings.toSorted((a, b) => Number(a.isRepair ?? false) - Number(b.isRepair ?? false)),
    ];
    this.#leftOut = [
      ...made.leftOut,
      ...all.filter(({ isLeftOut }) => isLeftOut === true).map((each) => unusable(this.#made.name, each)),
    ];
    this.#tell(all.slice(0, MOST_FINDINGS));
    this.forget();
    if (freshMs === undefined) return;
    const untilMs = Math.min(Math.max(freshMs, SHORTEST_FRESH_MS), LONGEST_FRESH_MS);
    this.#freshUntil = setTimeout(this.#onStale, untilMs).unref();
  }

  /** Logs the findings that are new since the last list. */
  #tell(findings: readonly Finding[]): void {
    const told = new Set(this.#findings.map(({ tool, reason }) => `${tool}\n${reason}`));
    for (const { tool, reason, isRepair } of findings) {
      if (told.has(`${tool}\n${reason}`)) continue;
      this.#log[isRepair === true ? 'debug' : 'warn']({ tool, reason }, 'An MCP tool was left out or changed.');
    }
    this.#findings = findings;
  }

  /** Cancels the timer that calls `onStale`. */
  forget(): void {
    clearTimeout(this.#freshUntil);
  }
}

/** Prepares listed tools before they are offered, in steps that let other requests run. */
export type PrepareTools = (tools: readonly Tool[]) => Promise<void>;

/** Returns one finding for all entries of a list that are not tools. */
function namelessIn(findings: readonly Finding[], server: string): readonly Finding[] {
  const entries = findings.filter(({ tool }) => tool === '').length;
  if (entries === 0) return [];
  const are = entries === 1 ? '1 entry that is not a tool' : `${entries} entries that are not tools`;
  return [{ tool: '', reason: `The server ${JSON.stringify(server)} lists ${are} (no name, or not an object).` }];
}

function isSame(a: readonly Tool[], b: readonly Tool[]): boolean {
  return a.length === b.length && a.every((tool, place) => tool === b[place]);
}

/** Maximum findings kept per server: enough to see the problem. */
const MOST_FINDINGS = 50;
/** Bounds on the time for which a server declares its list fresh. */
const SHORTEST_FRESH_MS = 10_000;
const LONGEST_FRESH_MS = 86_400_000;
