import type { Log } from '../../core/index.ts';

/** Facts learned from the answers of models: how their token counts compare with our estimates, and the windows they got. */
export class TokenCalibrations {
  readonly #log: Log;
  readonly #calibrations = new Map<string, TokenCalibration>();

  constructor(log: Log) {
    this.#log = log;
  }

  of(model: string): TokenCalibration {
    const known = this.#calibrations.get(model);
    if (known !== undefined) return known;
    if (this.#calibrations.size >= MOST_MODELS) this.#calibrations.clear(); // clients choose the names, so the map must be bounded
    const calibration = new TokenCalibration(model, this.#log);
    this.#calibrations.set(model, calibration);
    return calibration;
  }
}

const MOST_MODELS = 1_000;

export class TokenCalibration {
  readonly #model: string;
  readonly #log: Log;
  /** The model's token counts divided by our estimates. */
  ratio = 1;
  /**
   * The largest window, in tokens, that the gateway chose and the model has answered in; 0 for none. The gateway keeps
   * asking for this size, because a server reloads the model for each new size.
   */
  chosen = 0;
  #isWarned = false;

  constructor(model: string, log: Log) {
    this.#model = model;
    this.#log = log;
  }

  /**
   * Warns if the model reports far fewer prompt tokens than it was sent. `estimate` is called only if the count looks
   * suspicious.
   */
  compare(readTokens: number, characters: number, estimate: () => number, turn: string): void {
    if (characters < FEW_CHARACTERS || readTokens === 0) return;
    if (readTokens * SPARSE > characters) return;
    const sent = estimate();
    if (readTokens >= sent * SURELY_CUT) return;
    const fields = { turn, model: this.#model, sentTokens: sent, readTokens };
    if (this.#isWarned) this.#log.debug(fields, CUT);
    else this.#log.warn(fields, CUT);
    this.#isWarned = true;
  }

  /** Adjusts the ratio by the model's token count for a prompt that we had estimated. */
  learn(readTokens: number, estimate: number): void {
    const seen = readTokens / estimate;
    if (seen < LEAST_RATIO || seen > MOST_RATIO) return; // the prompt was truncated, or the server counts differently
    this.ratio += (seen - this.ratio) / 4;
  }
}

const CUT =
  'The backend read far fewer tokens than it was sent, so it truncates prompts silently. Give the model a larger context window on that server, and set the real size in "models": { "…": { "contextTokens": … } }.';
const FEW_CHARACTERS = 4_000; // a prompt with fewer characters fits every context window
const SPARSE = 6; // characters per token above which the count is suspicious; prose has four
const SURELY_CUT = 0.6; // share of the estimate below which the prompt was truncated; estimates are right within 20 %
const LEAST_RATIO = 0.7;
const MOST_RATIO = 1.6;
