import { Output } from './output.ts';
import { HELP, type ProgramBounds, type Report, type SettleOrder, type StartOrder, tooManyCalls } from './protocol.ts';
import type { ProgramCalls } from './pyodide-realm.ts';
import { RecordedClock, RecordedRandom } from './pyodide-recorded.ts';
import { readCall, readEnd } from './pyodide-texts.ts';
import type { Watch } from './watched.ts';

/** The functions of a realm that a program uses. */
export interface ProgramRealm {
  start(order: string): void;
  wake(): void;
}

/** The outer side of a running program: takes its calls, its output and its end, and reports them. */
export class PyodideProgram implements ProgramCalls {
  readonly #tell: (report: Report) => void;
  readonly #settlements: SettleOrder[] = [];
  readonly #clock = new RecordedClock();
  readonly #random = new RecordedRandom();
  readonly #decoders = { stdout: decoder(), stderr: decoder() };
  #running: Running | undefined;
  #begun = 0;
  #settled = 0;
  #isParked = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (report: Report) => void) {
    this.#tell = tell;
  }

  start(order: StartOrder, realm: ProgramRealm, watch: Watch): void {
    if (this.#running !== undefined) throw new Error('This process has already run a program.');
    const { code, functions, seed, at, bounds } = order;
    this.#random.start(seed);
    this.#clock.start(at);
    const paths = new Set([HELP, ...functions.map(({ path }) => path)]);
    this.#running = { bounds, paths, output: new Output(bounds.outputBytes, this.#tell), realm, watch };
    watch.begin(bounds.computeMs);
    const { outputBytes, calls } = bounds;
    realm.start(JSON.stringify({ code, functions, outputBytes, tooManyCalls: tooManyCalls(calls) }));
  }

  settle(order: SettleOrder): void {
    this.#settled++;
    this.#settlements.push(order);
    this.#wake();
  }

  print = (stream: string, bytes: Uint8Array): void => {
    const name = stream === 'stderr' ? 'stderr' : 'stdout';
    this.#running?.output.push(name, this.#decoders[name].decode(bytes, { stream: true }));
  };

  begin = (text: string): number => {
    if (this.#running === undefined) return REFUSED;
    const { bounds, paths, output } = this.#running;
    if (this.#begun >= bounds.calls) return ONE_TOO_MANY;
    const call = readCall(text);
    if (call === undefined || !paths.has(call.path)) return REFUSED;
    output.flush();
    this.#tell({ kind: 'call', call: this.#begun, ...call });
    return this.#begun++;
  };

  take = (): string => {
    const order = this.#settlements.shift();
    if (order === undefined) return '';
    this.#clock.reach(order.at);
    return order.status === 'ok' ? `${order.call} ok ${order.json}` : `${order.call} ${order.type} ${order.message}`;
  };

  park = (ms: number): void => {
    this.#isParked = true;
    this.#running?.output.flush();
    if (ms === 0 || this.#settlements.length > 0) setImmediate(() => this.#wake());
    else if (ms > 0) this.#setTimer(ms);
    else this.#tell({ kind: 'waiting', settled: this.#settled });
  };

  random = (): number => this.#random.byte();

  wall = (): number => this.#clock.now;

  readWall = (): number => this.#clock.read();

  reachWall = (ms: number): void => this.#clock.reach(ms);

  finish = (text: string): void => {
    if (this.#running === undefined) return;
    const { bounds, output, watch } = this.#running;
    const computeMs = watch.end();
    output.flush();
    this.#tell(readEnd(text, computeMs, bounds));
  };

  /** Wakes the program after a time. A result that has arrived comes first, so that a replay takes the same results. */
  #setTimer(ms: number): void {
    const settled = this.#settled;
    setImmediate(() => {
      if (this.#settled === settled) this.#timer = setTimeout(() => this.#wake(), Math.min(ms, MOST_TIMER_MS));
    });
  }

  #wake(): void {
    if (!this.#isParked) return;
    this.#isParked = false;
    clearTimeout(this.#timer);
    this.#running?.realm.wake();
  }
}

interface Running {
  readonly bounds: ProgramBounds;
  /** The tools that the program may call. */
  readonly paths: ReadonlySet<string>;
  readonly output: Output;
  readonly realm: ProgramRealm;
  readonly watch: Watch;
}

function decoder(): TextDecoder {
  return new TextDecoder('utf-8', { ignoreBOM: true });
}

const REFUSED = -1;
const ONE_TOO_MANY = -2;
const MOST_TIMER_MS = 2 ** 31 - 1; // a longer timer of Node ends at once; the program then waits again
