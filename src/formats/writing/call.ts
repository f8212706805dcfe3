import { type Fields, isAbsent, isDeeperThan, isRecord, MOST_DEPTH } from '../../core/index.ts';

/** A call of the history. */
export interface WrittenCall {
  readonly id: string;
  readonly name: string;
  /** Any value, or JSON as text. */
  readonly arguments: unknown;
}

/** A call, ready to be written. */
export interface Writable {
  readonly id: string;
  readonly name: string;
  readonly members: Fields;
  /** Its number among the calls of the conversation, and of its message. */
  readonly place: number;
  readonly order: number;
}

export function writable({ id, name, arguments: given }: WrittenCall, place: number, order: number): Writable {
  return { id, name, members: argumentsObject(given), place, order };
}

/** What is no object goes under a name that says so, as on the wires that carry nothing but objects. */
function argumentsObject(given: unknown): Fields {
  if (isAbsent(given) || given === '' || given === '{}') return {};
  const value = typeof given === 'string' ? parsed(given) : given;
  const isWritable = !isDeeperThan(value, MOST_DEPTH);
  if (isRecord(value) && isWritable) return value;
  return typeof given === 'string' || isWritable ? { unreadable_arguments: given } : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, exactly);
  } catch {
    return undefined;
  }
}

/** An integer that JavaScript would round stays what the model wrote. */
function exactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d{1,400}$/.test(source) ? BigInt(source) : value;
}

/** A tool's name or an id where nothing can be escaped: letters that could end it, or begin something else, are replaced. */
export function plainName(name: string): string {
  return plain(name, (letter) => ODD.has(letter) || letter === ' ');
}

/** The same for a parameter's name in a tag: spaces are usual there. */
export function plainKey(name: string): string {
  return plain(name, (letter) => TAG.has(letter));
}

function plain(name: string, isOdd: (letter: string) => boolean): string {
  const letters = Array.from(name, (letter) => (isOdd(letter) || letter < ' ' || letter === '\u007f' ? '_' : letter));
  return letters.length === 0 ? '_' : letters.join('');
}

const TAG = new Set('<>"');
const ODD = new Set('<>"\'`=[](){}|｜&,;\\\u2028\u2029');
