import type { ToolFunction } from '../process/protocol.ts';
import type { Tree } from './tree.ts';

/** The names of functions in a rewritten program. */
export class FunctionNames {
  readonly #start: string;
  readonly #end: string;
  readonly #hasClasses: boolean;
  readonly #functions = new Map<string, ToolFunction>();

  constructor({ code, nodes }: Tree) {
    this.#hasClasses = nodes.some(({ name }) => name === 'ClassDefinition');
    this.#start = this.#hasClasses ? '_' : '__';
    this.#end = `${unusedMark(code)}_`;
  }

  /** Returns the functions of a tool. */
  of(path: string): ToolFunction {
    const known = this.#functions.get(path);
    if (known !== undefined) return known;
    const number = this.#functions.size;
    const next = { value: this.#name('tool', number), awaitable: this.#name('later', number), path };
    this.#functions.set(path, next);
    return next;
  }

  get functions(): readonly ToolFunction[] {
    return [...this.#functions.values()];
  }

  /** Returns an expression for a function of the engine. Inside a class, Python changes names that begin with two underscores. */
  helper(name: Helper): string {
    return this.#hasClasses ? `globals()["${name}"]` : name;
  }

  #name(kind: 'tool' | 'later', number: number): string {
    return `${this.#start}${kind}${this.#end}${number}`;
  }
}

/** Returns what makes the names differ from all names of the program; usually nothing. */
function unusedMark(code: string): string {
  const used = new Set([...code.normalize('NFKC').matchAll(/_(?:tool|later)(\d*)_\d/g)].map(([, mark]) => mark));
  if (!used.has('')) return '';
  let mark = 2;
  while (used.has(String(mark))) mark++;
  return String(mark);
}

/** The functions that every engine has for rewritten programs. */
export type Helper =
  | '__await_any'
  | '__gather'
  | '__help'
  | '__round'
  | '__mod'
  | '__floordiv'
  | '__lt'
  | '__gt'
  | '__le'
  | '__ge';
