import { TOOL_SEARCH } from '../../builtins/index.ts';
import { type AllowedTools, type Call, newCallId, parseJson } from '../../core/index.ts';
import {
  type CopiedTool,
  HELP,
  type Host,
  type HostCall,
  type KnownNames,
  type PendingCall,
  raising,
  type Settlement,
} from '../../sandbox/index.ts';
import { isPython } from '../../select/index.ts';
import type { TurnTools } from '../discovery/turn-tools.ts';
import type { Ran, WaitingCalls } from '../ran.ts';
import { readCall, type StepCall } from '../reading/dispatch.ts';
import { argumentsOf } from './arguments.ts';
import { dispatchedIn } from './dispatched.ts';
import { ProgramTools } from './program-tools.ts';
import { describing, foundTools, settlementOf } from './settlement.ts';

/** The turn that a program belongs to. */
export interface HostCaller {
  readonly tools: TurnTools;
  readonly allowed: AllowedTools | undefined;
}

/** Runs a call of the gateway. */
type RunStep = (step: StepCall, signal: AbortSignal) => Promise<Ran | undefined>;

/**
 * Runs the calls of one program as calls of its turn, so that they have the same limits, rules, log lines and explanations
 * as the model's own calls.
 */
export class ProgramHost implements Host {
  readonly #caller: HostCaller;
  readonly #run: RunStep;
  /** The calls that the client must run, by number. */
  readonly #clientCalls = new Map<number, Call>();
  /** Number of names of unknown tools that may still be compared with the known ones, which takes milliseconds each. */
  #guesses = MOST_GUESSES;
  /** Gateway names of the tools that outcomes of this program's calls have described. */
  readonly read: string[] = [];

  constructor(caller: HostCaller, run: RunStep) {
    this.#caller = caller;
    this.#run = run;
  }

  /** The names by which a program can reach tools now. */
  get known(): KnownNames {
    return this.#tools.known;
  }

  /** How to call each tool, in one line. */
  get signatures(): readonly string[] {
    return this.#tools.signatures;
  }

  /** Returns the parameters of a tool that a program can call by this name without a module. */
  toolNamed(name: string): CopiedTool | undefined {
    return this.#tools.parametersOf(name);
  }

  begin(made: HostCall, signal: AbortSignal): Promise<Settlement> | 'client' {
    if (made.path === HELP) return Promise.resolve(this.#help(made));
    const step = this.#stepOf(made);
    if ('status' in step) return Promise.resolve(step);
    if (step.owner !== 'client') return this.#settle(step, signal);
    this.#clientCalls.set(made.call, asClientCall(step));
    return 'client';
  }

  get #tools(): ProgramTools {
    return ProgramTools.of(this.#caller.tools);
  }

  /** Returns calls that the client must run, as it gets them. */
  clientCallsOf(pending: readonly PendingCall[]): WaitingCalls['calls'] {
    return pending.flatMap((made) => {
      const call = this.#clientCalls.get(made.call) ?? this.#clientCall(made);
      return call === undefined ? [] : [{ number: made.call, call }];
    });
  }

  /** Returns errors for the calls that were not handed over in an earlier request, and that the client cannot run any more. */
  lostCalls(pending: readonly PendingCall[]): ReadonlyMap<number, Settlement> {
    const lost = pending.filter((made) => this.#clientCall(made) === undefined);
    return new Map(
      lost.map(({ call, path }) => [call, raising('NameError', `The tool "${path}" is not available any more.`)]),
    );
  }

  /** Returns a call that the program started in an earlier request, and that was not handed over then. */
  #clientCall(made: HostCall): Call | undefined {
    const step = this.#stepOf(made);
    return 'status' in step || step.owner !== 'client' ? undefined : asClientCall(step);
  }

  /** Returns the call that the program means, or an error for the program. */
  #stepOf(made: HostCall): StepCall | Settlement {
    const named = dispatchedIn(made, (path, name) => this.#tools.hasParameter(path, name));
    if ('status' in named) return named;
    const tool = this.#tools.find(named.path);
    if (tool !== undefined && isPython(tool)) return raising('RuntimeError', 'A program cannot start another program.');
    const args = argumentsOf(named, tool);
    if (typeof args !== 'string') return args;
    const call: Call = { id: newCallId(), name: tool?.wireName ?? this.#tools.wireNameOf(named.path), arguments: args };
    return readCall(call, this.#caller.tools.plan, this.#caller.allowed);
  }

  async #settle(step: StepCall, signal: AbortSignal): Promise<Settlement> {
    const ran = await this.#run(step, signal);
    if (ran === undefined) return raising('RuntimeError', 'The call was not run.');
    const { outcome, read = [], found = [] } = ran;
    this.read.push(...read);
    if (outcome.status === 'ok' && step.meant.name === TOOL_SEARCH.name) return foundTools(found, this.#tools);
    const [unread] = outcome.status === 'error' ? read : [];
    if (unread !== undefined) return describing(unread, this.#tools);
    const isUnknown = outcome.status === 'error' && outcome.failure.kind === 'unknown-tool';
    return settlementOf(outcome, this.#tools, isUnknown && this.#guesses-- > 0);
  }

  /** Returns the text of `help(tool)`, or the list of the tools. */
  #help({ args }: HostCall): Settlement {
    const path = parseJson(args[0] ?? '""');
    const text = this.#tools.help(typeof path === 'string' ? path : '', this.#guesses-- > 0);
    return { status: 'ok', json: JSON.stringify(text) };
  }
}

const MOST_GUESSES = 8;

/** Returns the call with the id that the client gets. */
function asClientCall({ meant, clientId = meant.id }: StepCall): Call {
  return { ...meant, id: clientId };
}
