/**
 * Splits a model's name into lower-case words: letters, versions and sizes. Separators are dropped.
 * `Qwen2.5-Coder-7B` → `qwen 2.5 coder 7b`; `glm-4p6`, `Llama-3_3` → `glm 4.6`, `llama 3.3`; `kimi-k2` → `kimi k 2`.
 */
export function wordsOfName(name: string): readonly string[] {
  const text = name.toLowerCase();
  const words: string[] = [];
  let at = 0;
  while (at < text.length) {
    const end = isDigit(text, at) ? endOfNumber(text, at) : endOfLetters(text, at);
    if (end > at) words.push(isDigit(text, at) ? decimal(text.slice(at, end)) : text.slice(at, end));
    at = Math.max(end, at + 1);
  }
  return words;
}

function endOfLetters(text: string, start: number): number {
  let end = start;
  while (isLetter(text, end)) end++;
  return end;
}

/** Returns the end of a version with its parts, or of a size with its unit. */
function endOfNumber(text: string, start: number): number {
  let end = endOfDigits(text, start);
  while (POINTS.has(text.charAt(end)) && isDigit(text, end + 1)) {
    const further = endOfDigits(text, end + 1);
    if (text.charAt(end) !== '.' && isUnit(text, further)) break; // `Qwen3_8B` is not version 3.8
    end = further;
  }
  return isUnit(text, end) ? end + 1 : end;
}

const POINTS: ReadonlySet<string> = new Set(['.', '_', 'p']);

function decimal(number: string): string {
  return number.replaceAll('_', '.').replaceAll('p', '.');
}

/** True if the character is the unit of a size: `8b`, `270m`, `1t`. A letter after it makes it a word instead. */
function isUnit(text: string, at: number): boolean {
  return UNITS.has(text.charAt(at)) && !isLetter(text, at + 1);
}

const UNITS: ReadonlySet<string> = new Set(['b', 'm', 't']);

function endOfDigits(text: string, start: number): number {
  let end = start;
  while (isDigit(text, end)) end++;
  return end;
}

function isDigit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0x30 && unit <= 0x39;
}

function isLetter(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0x61 && unit <= 0x7a;
}
