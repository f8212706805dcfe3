/** What a text is once its `${…}` are filled in. */
export interface Expansion {
  readonly text: string;
  /** What came from variables. */
  readonly taken: readonly Taken[];
  /** Variables without a value and without a default; their `${…}` stay as they are. */
  readonly unset: readonly string[];
  /** What only an editor can fill in: `input:token`. */
  readonly foreign: readonly string[];
  /** Is there more in it that was meant to be filled in, by its looks, and was not? */
  readonly isPartial: boolean;
}

export interface Taken {
  readonly name: string;
  readonly value: string;
}

/** What the words that are no variables stand for: `userHome`, `workspaceFolder`, … */
export type Words = ReadonlyMap<string, string>;

/** Undefined where the variable is not set. */
export type Look = (name: string) => string | undefined;

/**
 * Fills in what the clients of MCP know: `${NAME}` and `${NAME:-default}` (Claude Code), `${env:NAME}` (Cursor, VS
 * Code), `{env:NAME}` (opencode), `$NAME` (Gemini CLI; where there is no such variable it may be meant as it stands) and
 * words. A default may hold more of them. Anything else, such as a shell's `${#x}`, stays as it is; what was filled in is
 * not read again.
 */
export function expand(text: string, words: Words, look: Look): Expansion {
  const found: Found = { words, look, taken: [], unset: [], foreign: [], isPartial: false };
  const { taken, unset, foreign } = found;
  return { text: filled(text, found, 0), taken, unset, foreign, isPartial: found.isPartial };
}

const MOST_LEVELS = 4; // defaults inside defaults: nobody writes more, and each is read once a level

interface Found {
  readonly words: Words;
  readonly look: Look;
  readonly taken: Taken[];
  readonly unset: string[];
  readonly foreign: string[];
  isPartial: boolean;
}

function filled(text: string, found: Found, level: number): string {
  if (level > MOST_LEVELS) {
    found.isPartial ||= /\$|\{env:/.test(text);
    return text;
  }
  const pieces: string[] = [];
  let at = 0;
  for (const { start, inside, end } of bracesIn(text)) {
    const value = valueBehind(text.slice(inside, end), found, level);
    pieces.push(withBare(text.slice(at, start), found), value ?? text.slice(start, end + 1));
    at = end + 1;
  }
  return pieces.join('') + withBare(text.slice(at), found);
}

function valueBehind(name: string, found: Found, level: number): string | undefined {
  const word = found.words.get(name);
  if (word !== undefined) return word;
  const [, variable, other] = /^(?:env:)?([A-Za-z_]\w*)(?::-(.*))?$/s.exec(name) ?? [];
  if (variable === undefined) {
    if (/^(?:input|command|config):/.test(name)) found.foreign.push(name);
    else found.isPartial = true;
    return undefined;
  }
  const value = taken(variable, found);
  if (value !== undefined) return value;
  if (other !== undefined) return filled(other, found, level + 1);
  found.unset.push(variable);
  return undefined;
}

/** `$$NAME` and `\\$NAME` are for someone else to read. */
function withBare(text: string, found: Found): string {
  return text.replace(/(?<![$\\])\$([A-Za-z_]\w*)/g, (written, name: string) => {
    const value = taken(name, found);
    found.isPartial ||= value === undefined;
    return value ?? written;
  });
}

function taken(name: string, found: Found): string | undefined {
  const value = found.look(name);
  if (value !== undefined) found.taken.push({ name, value });
  return value;
}

interface Braces {
  readonly start: number;
  readonly inside: number;
  readonly end: number;
}

/** The outermost that are closed, in order. One pass: an opening without an end costs nothing. */
function bracesIn(text: string): Braces[] {
  const open: { start: number; inside: number }[] = [];
  const closed: Braces[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text.startsWith('${', at)) open.push({ start: at, inside: at + 2 });
    else if (isOpencode(text, at)) open.push({ start: at, inside: at + 1 });
    const last = text[at] === '}' ? open.pop() : undefined;
    if (last === undefined) continue;
    while ((closed.at(-1)?.start ?? -1) > last.start) closed.pop();
    closed.push({ ...last, end: at });
  }
  return closed;
}

function isOpencode(text: string, at: number): boolean {
  return text[at - 1] !== '$' && (text.startsWith('{env:', at) || text.startsWith('{file:', at));
}
