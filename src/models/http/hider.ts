import { createRedactor } from '../../log/index.ts';

/**
 * Takes secrets out of a server's words, also one that was torn where the words were cut: at their end, or before the
 * `…"` of a quotation.
 */
export function createHider(secrets: readonly string[]): (text: string) => string {
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
const LEAST_LETTERS = 4; // less of a secret tells nothing

/** How much of the secret's beginning stands at the text's end. */
function tornLength(text: string, secret: string): number {
  for (let length = secret.length - 1; length >= LEAST_LETTERS; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}
