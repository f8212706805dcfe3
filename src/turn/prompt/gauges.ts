import type { Log } from '../../core/index.ts';

/** What was learned of models by asking them: how their tokens compare with our estimates, and which window they got. */
export class Gauges {
  readonly #log: Log;
  readonly #gauges = new Map<string, Gauge>();

  constructor(log: Log) {
    this.#log = log;
  }

  of(model: string): Gauge {
    const known = this.#gauges.get(model);
    if (known !== undefined) return known;
    if (this.#gauges.size >= MOST_MODELS) this.#gauges.clear(); // names are foreign
    const gauge = new Gauge(model, this.#log);
    this.#gauges.set(model, gauge);
    return gauge;
  }
}

const MOST_MODELS = 1_000;

export class Gauge {
  readonly #model: string;
  readonly #log: Log;
  /** Its tokens to ours. */
  ratio = 1;
  /** The largest window that it has answered in, of those that we chose; 0 for none. A server loads the model anew for each. */
  chosen = 0;
  #isWarned = false;

  constructor(model: string, log: Log) {
    this.#model = model;
    this.#log = log;
  }

  /** Compares what the model says it has read with what it was sent. `estimate` is worked out only if that looks wrong. */
  compare(readTokens: number, letters: number, estimate: () => number, turn: string): void {
    if (letters < FEW_LETTERS || readTokens === 0) return;
    if (readTokens * SPARSE > letters) return;
    const sent = estimate();
    if (readTokens >= sent * SURELY_CUT) return;
    const fields = { turn, model: this.#model, sentTokens: sent, readTokens };
    if (this.#isWarned) this.#log.debug(fields, CUT);
    else this.#log.warn(fields, CUT);
    this.#isWarned = true;
  }

  /** A count of its own, for a prompt that we had estimated. */
  learn(readTokens: number, estimate: number): void {
    const seen = readTokens / estimate;
    if (seen < LEAST_RATIO || seen > MOST_RATIO) return; // cut, or counted in another way
    this.ratio += (seen - this.ratio) / 4;
  }
}

const CUT =
  'this backend has read far fewer tokens than it was sent: it cuts prompts without a word. Give the model a larger window there, and its true size in "models": { "…": { "contextTokens": … } }';
const FEW_LETTERS = 4_000; // no window is so small
const SPARSE = 6; // letters a token takes at least before it is worth a look; prose has four
const SURELY_CUT = 0.6; // estimates are right within a fifth
const LEAST_RATIO = 0.7;
const MOST_RATIO = 1.6;
