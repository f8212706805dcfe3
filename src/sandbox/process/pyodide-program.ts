import type { Report, SettleOrder, StartOrder } from './protocol.ts';
import { Output } from './pyodide-output.ts';
import type { ProgramCalls } from './pyodide-realm.ts';
import { readCall, readReport } from './pyodide-texts.ts';
import type { Watch } from './watched.ts';

/** What a program needs from its realm. */
export interface ProgramRealm {
  start(order: string): void;
  wake(): void;
}

/** The outer side of a running program: takes its calls, its output and its end, and reports them. */
export class PyodideProgram implements ProgramCalls {
  readonly #tell: (report: Report) => void;
  readonly #output = new Output((report) => this.#tell(report));
  readonly #settlements: SettleOrder[] = [];
  #running: { readonly order: StartOrder; readonly realm: ProgramRealm; readonly watch: Watch } | undefined;
  #begun = 0;
  #settled = 0;
  #isParked = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (report: Report) => void) {
    this.#tell = tell;
  }

  start(order: StartOrder, realm: ProgramRealm, watch: Watch): void {
    if (this.#running !== undefined) throw new Error('This process has already run a program.');
    this.#running = { order, realm, watch };
    this.#output.limit(order.bounds.outputBytes);
    watch.begin(order.bounds.computeMs);
    const { code, functions, seed, bounds } = order;
    realm.start(JSON.stringify({ code, functions, seed, outputBytes: bounds.outputBytes }));
  }

  settle(order: SettleOrder): void {
    this.#settled++;
    this.#settlements.push(order);
    this.#wake();
  }

  print = (stream: string, bytes: Uint8Array): void => {
    this.#output.add(stream === 'stderr' ? 'stderr' : 'stdout', bytes);
  };

  begin = (text: string): number => {
    const call = readCall(text);
    if (call === undefined || !this.#running?.order.functions.some(({ path }) => path === call.path)) return -1;
    this.#output.flush();
    this.#tell({ kind: 'call', call: this.#begun, ...call });
    return this.#begun++;
  };

  take = (): string => {
    const order = this.#settlements.shift();
    if (order === undefined) return '';
    return order.status === 'ok' ? `${order.call} ok ${order.json}` : `${order.call} ${order.type} ${order.message}`;
  };

  park = (ms: number): void => {
    this.#isParked = true;
    this.#output.flush();
    if (ms === 0 || this.#settlements.length > 0) setImmediate(() => this.#wake());
    else if (ms > 0) this.#timer = setTimeout(() => this.#wake(), Math.min(ms, MOST_TIMER_MS));
    else this.#tell({ kind: 'waiting', settled: this.#settled });
  };

  finish = (text: string): void => {
    if (this.#running === undefined) return;
    const { order, watch } = this.#running;
    const computeMs = watch.end();
    this.#output.flush();
    this.#tell(readReport(text, computeMs, order.bounds));
  };

  #wake(): void {
    if (!this.#isParked) return;
    this.#isParked = false;
    clearTimeout(this.#timer);
    this.#running?.realm.wake();
  }
}

const MOST_TIMER_MS = 2 ** 31 - 1; // a longer timer of Node ends at once; the program then waits again
