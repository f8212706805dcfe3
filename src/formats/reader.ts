import { checkFormat } from './catalogue/check.ts';
import { formatsNamed } from './catalogue/index.ts';
import type { ReaderEvent } from './events.ts';
import type { Format } from './format.ts';
import { defaultPolicy, type Policy } from './policy.ts';
import { KnownOutcomes } from './reading/known-outcomes.ts';
import { Machine } from './reading/machine.ts';
import { regionsOf } from './reading/regions.ts';
import { KnownTools } from './tools.ts';

export interface ReaderOptions {
  /** Names of formats, or custom records. The first format that can parse a call is used for it. */
  readonly formats: readonly (string | Format)[];
  /**
   * The tools that may be called: `{name, parameters}`, OpenAI's or LangChain's shape. If omitted, any name may be a tool.
   * If the list is empty, nothing is a call.
   */
  readonly tools?: readonly unknown[] | undefined;
  /** `none`: calls are parsed and left out, with a notice. Any other value has no effect. */
  readonly toolChoice?: unknown;
  /** True if the prompt has already opened the reasoning. */
  readonly startInReasoning?: boolean | undefined;
  readonly policy?: Partial<Policy> | undefined;
  /** True to set `written` on calls: the model's text from the opening marker on. The closing marker may be missing. */
  readonly keepsWritten?: boolean | undefined;
  /**
   * The outcomes with which the prompt ends, as `writeOutcome` wrote them. If the model repeats one before it answers, the
   * policy `inventedResults: 'cut'` leaves out the repetition and not the answer.
   */
  readonly outcomes?: readonly string[] | undefined;
  /** Generates ids for calls whose format has none. By default, ids have nine letters and digits. */
  readonly newId?: ((index: number) => string) | undefined;
}

/**
 * Parses a model's text incrementally and returns events. How the text is split into pushes never changes the joined
 * events. No text makes the reader throw.
 */
export interface Reader {
  push(text: string): readonly ReaderEvent[];
  /**
   * Number of characters that were emitted or consumed, while the reader is in answer text. The characters after them may
   * still become a marker. Undefined in any other state, such as inside a call or reasoning.
   */
  readonly position: number | undefined;
  /** Ends the text. Returns the text that was held back, and notices about incomplete calls. */
  end(): readonly ReaderEvent[];
}

export function createReader(options: ReaderOptions): Reader {
  const formats = [
    ...new Set(
      options.formats.flatMap((format) => (typeof format === 'string' ? formatsNamed(format) : [checked(format)])),
    ),
  ];
  const policy = { ...defaultPolicy, ...options.policy };
  const machine = new Machine({
    regions: regionsOf(formats, policy.inventedResults === 'cut'),
    tools: new KnownTools(options.tools),
    policy,
    isSilent: options.toolChoice === 'none',
    startsInReasoning: options.startInReasoning === true,
    keepsWritten: options.keepsWritten === true,
    newId: options.newId ?? numberedId,
    outcomes: new KnownOutcomes(options.outcomes ?? []),
  });
  return new TextReader(machine);
}

class TextReader implements Reader {
  readonly #machine: Machine;
  readonly #run: Generator<undefined, void, undefined>;
  #isEnded = false;

  constructor(machine: Machine) {
    this.#machine = machine;
    this.#run = machine.run();
    this.#run.next();
  }

  get position(): number | undefined {
    return this.#machine.isInWords ? this.#machine.tape.position : undefined;
  }

  push(text: string): readonly ReaderEvent[] {
    if (text === '' || this.#isEnded) return NOTHING;
    const { tape, telling } = this.#machine;
    tape.push(text);
    if (tape.sink === undefined || tape.sink()) this.#run.next();
    return telling.take();
  }

  end(): readonly ReaderEvent[] {
    if (this.#isEnded) return NOTHING;
    this.#isEnded = true;
    const { tape, telling } = this.#machine;
    tape.isEnded = true;
    tape.sink?.();
    this.#run.next();
    telling.end();
    return telling.take();
  }
}

const NOTHING: readonly ReaderEvent[] = [];

/** Returns the record. Throws if it is invalid, so that the error appears at once, not when a model uses the format. */
function checked(format: Format): Format {
  if (sound.has(format)) return format;
  const problems = checkFormat(format);
  if (problems.length > 0) throw new Error(`The format "${format.id}" is invalid: ${problems.join('; ')}.`);
  sound.add(format);
  return format;
}

const sound = new WeakSet<Format>();

/** Returns an id of nine letters and digits, the only form that the strictest provider accepts. */
function numberedId(index: number): string {
  return `call${String(index).padStart(5, '0')}`;
}
