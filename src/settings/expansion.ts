/** A text with its placeholders filled in. */
export interface Expansion {
  readonly text: string;
  /** The values that came from variables. */
  readonly taken: readonly Taken[];
  /** Variables without a value and without a default; their `${…}` stay as they are. */
  readonly unset: readonly string[];
  /** Placeholders that only an editor can fill in: `input:token`. */
  readonly foreign: readonly string[];
  /** Whether something is left that looks like a placeholder. */
  readonly isPartial: boolean;
}

export interface Taken {
  readonly name: string;
  readonly value: string;
}

/** The values of words that are not variables: `userHome`, `workspaceFolder`, … */
export type Words = ReadonlyMap<string, string>;

/** Undefined where the variable is not set. */
export type Look = (name: string) => string | undefined;

/**
 * Fills in the placeholders of MCP clients: `${NAME}` and `${NAME:-default}` (Claude Code), `${env:NAME}` (Cursor, VS
 * Code), `{env:NAME}` (opencode), `$NAME` (Gemini CLI; left as it is where no such variable is set) and
 * words. A default may hold placeholders too. Anything else, such as a shell's `${#x}`, stays as it is; values are not
 * expanded again.
 */
export function expand(text: string, words: Words, look: Look): Expansion {
  const found: Found = { words, look, taken: [], unset: [], foreign: [], isPartial: false };
  const { taken, unset, foreign } = found;
  return { text: filled(text, found, 0), taken, unset, foreign, isPartial: found.isPartial };
}

const MOST_LEVELS = 4; // of defaults inside defaults: nobody writes more, and each level reads the text once more

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

/** Fills in `$NAME`. `$$NAME` and `\\$NAME` are escaped, so another program reads them. */
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

/** The outermost closed placeholders, in order. One pass, so that openings without an end cost nothing. */
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
