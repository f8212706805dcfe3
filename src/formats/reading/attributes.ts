/**
 * Parses the attributes of a tag: the text between the tag's name and its end, ` name="x" string='true' index=1`. Quotes and
 * whitespace may be missing, and `Ġ` counts as whitespace, because some tokenizers leave it in the text.
 */
export function attributesIn(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const equals = text.indexOf('=', at);
    if (equals === -1) break;
    const name = lastWord(text.slice(at, equals));
    let start = equals + 1;
    while (isBlank(text.charAt(start))) start++;
    const quote = text.charAt(start);
    const isQuoted = quote === '"' || quote === "'";
    const end = isQuoted ? text.indexOf(quote, start + 1) : endOfWord(text, start);
    const stop = end === -1 ? text.length : end;
    attributes.set(name, decoded(text.slice(isQuoted ? start + 1 : start, stop)));
    at = stop + 1;
  }
  return attributes;
}

function lastWord(text: string): string {
  const words = text.split(/[\sĠ]+/).filter((word) => word !== '');
  return words.at(-1) ?? '';
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isBlank(text.charAt(at))) at++;
  return at;
}

function isBlank(letter: string): boolean {
  return letter === ' ' || letter === '\n' || letter === '\t' || letter === '\r' || letter === 'Ġ';
}

function decoded(value: string): string {
  if (!value.includes('&')) return value;
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
