import { createRedactor } from '../../log/index.ts';

/**
 * Returns a function that redacts secrets from a server's message. It also removes the beginning of a secret that was
 * truncated, at the end of the message or before the `…"` that ends a truncated quotation.
 */
export function createMessageRedactor(secrets: readonly string[]): (text: string) => string {
  const whole = createRedactor(secrets);
  const forms = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  return (text) => {
    const hidden = whole.text(text);
    const ending = hidden.endsWith(CUT) ? CUT : '';
    const words = hidden.slice(0, hidden.length - ending.length);
    const torn = Math.max(0, ...forms.map((form) => tornLength(words, form)));
    return torn === 0 ? hidden : `${words.slice(0, -torn)}${ending}`;
  };
}

const CUT = '…"';
const LEAST_LETTERS = 4; // a shorter part of a secret reveals nothing

/** Returns how many characters of the secret's beginning are at the end of the text. */
function tornLength(text: string, secret: string): number {
  for (let length = secret.length - 1; length >= LEAST_LETTERS; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}
