/** A text with its placeholders replaced. */
export interface Expansion {
  readonly text: string;
  /** The variables that were used, with their values. */
  readonly taken: readonly Taken[];
  /** Variables without a value and without a default. Their `${…}` stay unchanged. */
  readonly unset: readonly string[];
  /** Placeholders that only an editor can replace, such as `input:token`. */
  readonly foreign: readonly string[];
  /** True if the text still contains something that looks like a placeholder. */
  readonly isPartial: boolean;
}

export interface Taken {
  readonly name: string;
  readonly value: string;
}

/** Values of predefined placeholders that are not variables, such as `userHome` and `workspaceFolder`. */
export type Words = ReadonlyMap<string, string>;

/** Returns the value of a variable, or undefined if it is not set. */
export type Look = (name: string) => string | undefined;

/**
 * Replaces the placeholders of MCP clients: `${NAME}` and `${NAME:-default}` (Claude Code), `${env:NAME}` (Cursor, VS Code),
 * `{env:NAME}` (opencode), `$NAME` (Gemini CLI; unchanged if the variable is not set) and predefined ones. A default may contain
 * placeholders. Anything else, such as `${#x}` in a shell, stays unchanged. Values are not expanded again.
 */
export function expand(text: string, words: Words, look: Look): Expansion {
  const found: Found = { words, look, taken: [], unset: [], foreign: [], isPartial: false };
  const { taken, unset, foreign } = found;
  return { text: filled(text, found, 0), taken, unset, foreign, isPartial: found.isPartial };
}

const MOST_LEVELS = 4; // maximum nesting of defaults, because each level reads the text once more

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

/** Replaces `$NAME`. `$$NAME` and `\\$NAME` are escaped for another program, so they stay unchanged. */
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

/** Returns the outermost closed placeholders, in order. Takes one pass, so that unclosed ones do not cost quadratic time. */
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
