import type { Decision, Log, Tool } from '../core/index.ts';
import type { Finding } from './definitions.ts';
import { unusable } from './left-out.ts';
import type { Session } from './session.ts';
import type { ServerTools } from './tool.ts';

/** A server's tools as it listed them last. */
export class ServerList {
  readonly #made: ServerTools;
  readonly #log: Log;
  readonly #onStale: () => void;
  #freshUntil: NodeJS.Timeout | undefined;
  #tools: readonly Tool[] = [];
  #findings: readonly Finding[] = [];
  #leftOut: readonly Decision[] = [];
  /** The server said so, or its time is over, or it could not be read. */
  isStale = false;

  /** `onStale` is called when the time is over that the server gave its list. */
  constructor(made: ServerTools, log: Log, onStale: () => void) {
    this.#made = made;
    this.#log = log;
    this.#onStale = onStale;
  }

  /** The same array as long as nothing changed. */
  get tools(): readonly Tool[] {
    return this.#tools;
  }

  /** Tools that were left out or changed; the first of them. */
  get findings(): readonly Finding[] {
    return this.#findings;
  }

  /** Why the others are not there. The same array as long as the list was not read again. */
  get leftOut(): readonly Decision[] {
    return this.#leftOut;
  }

  /** Throws what the session throws; the old list stays then. */
  async read(session: Session, signal: AbortSignal): Promise<void> {
    this.isStale = false; // what changes from now on may be missing in what is read
    const { definitions, findings, freshMs } = await session.list(signal);
    const made = this.#made.of(definitions);
    if (!isSame(made.tools, this.#tools)) this.#tools = made.tools;
    const all = [...made.findings, ...findings]; // our own settings first
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

  /** Once, as long as they stay the same. */
  #tell(findings: readonly Finding[]): void {
    const told = new Set(this.#findings.map(({ tool, reason }) => `${tool}\n${reason}`));
    for (const { tool, reason } of findings) {
      if (!told.has(`${tool}\n${reason}`)) this.#log.warn({ tool, reason }, 'MCP tool left out or changed');
    }
    this.#findings = findings;
  }

  /** No longer waits for the end of its time. */
  forget(): void {
    clearTimeout(this.#freshUntil);
  }
}

function isSame(a: readonly Tool[], b: readonly Tool[]): boolean {
  return a.length === b.length && a.every((tool, place) => tool === b[place]);
}

/** Enough to see what is wrong with a server. */
const MOST_FINDINGS = 50;
/** Servers name a time in which their list stays the same: it is read no oftener than this, no rarer than that. */
const SHORTEST_FRESH_MS = 10_000;
const LONGEST_FRESH_MS = 86_400_000;
