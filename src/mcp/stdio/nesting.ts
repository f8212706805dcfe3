/**
 * Is this JSON nested deeper than so many levels? Seen before it is parsed, as parsing a tower of brackets takes many
 * times its size. Linear; strings, which are most of a large message, are stepped over at the speed of a search.
 */
export function isNestedDeeper(text: string, levels: number): boolean {
  if (text.length <= levels) return false;
  let depth = 0;
  for (let place = 0; place < text.length; place++) {
    const unit = text.charCodeAt(place);
    if (unit === QUOTE) place = endOfString(text, place);
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      if (++depth > levels) return true;
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth--;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Each run of backslashes is counted once, for the quote that follows it. */
function isEscaped(text: string, place: number): boolean {
  let first = place;
  while (text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (place - first) % 2 === 1;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
