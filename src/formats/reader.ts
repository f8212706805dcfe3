import { checkFormat } from './catalogue/check.ts';
import { formatsNamed } from './catalogue/index.ts';
import type { ReaderEvent } from './events.ts';
import type { Format } from './format.ts';
import { defaultPolicy, type Policy } from './policy.ts';
import { Machine } from './reading/machine.ts';
import { regionsOf } from './reading/regions.ts';
import { KnownTools } from './tools.ts';

export interface ReaderOptions {
  /** Names of formats, or records of one's own: the first that can read what a model wrote does. */
  readonly formats: readonly (string | Format)[];
  /**
   * The tools that may be called: `{name, parameters}`, OpenAI's or LangChain's shape. Absent: any name may be one. None:
   * nothing is a call.
   */
  readonly tools?: readonly unknown[] | undefined;
  /** `none`: calls are read, and left out. Anything else changes nothing. */
  readonly toolChoice?: unknown;
  /** The prompt has opened the thoughts already. */
  readonly startInReasoning?: boolean | undefined;
  readonly policy?: Partial<Policy> | undefined;
  /** Whether calls have what the model wrote, from their opening marker on; what closes them may be missing. */
  readonly keepsWritten?: boolean | undefined;
  /** Ids for calls whose format has none; nine letters and digits by default. */
  readonly newId?: ((index: number) => string) | undefined;
}

/**
 * Turns a model's text into events while it comes. How the text is cut into pushes never changes what the events add up
 * to, and nothing a model writes makes it throw.
 */
export interface Reader {
  push(text: string): readonly ReaderEvent[];
  /**
   * How many letters have been told, while it reads the words of an answer: those behind them may still become a marker.
   * Undefined while it reads anything else.
   */
  readonly position: number | undefined;
  /** No more text: what was held back, and what is to be said of calls that are not whole. */
  end(): readonly ReaderEvent[];
}

export function createReader(options: ReaderOptions): Reader {
  const formats = [
    ...new Set(
      options.formats.flatMap((format) => (typeof format === 'string' ? formatsNamed(format) : [checked(format)])),
    ),
  ];
  const machine = new Machine({
    regions: regionsOf(formats),
    tools: new KnownTools(options.tools),
    policy: { ...defaultPolicy, ...options.policy },
    isSilent: options.toolChoice === 'none',
    startsInReasoning: options.startInReasoning === true,
    keepsWritten: options.keepsWritten === true,
    newId: options.newId ?? numberedId,
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

/** A record of one's own is data as well: what is wrong with it is said at once, not when a model writes it. */
function checked(format: Format): Format {
  if (sound.has(format)) return format;
  const problems = checkFormat(format);
  if (problems.length > 0) throw new Error(`the format "${format.id}" is not well-formed: ${problems.join('; ')}`);
  sound.add(format);
  return format;
}

const sound = new WeakSet<Format>();

/** The strictest provider wants nine letters and digits. */
function numberedId(index: number): string {
  return `call${String(index).padStart(5, '0')}`;
}
