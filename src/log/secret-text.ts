import { secrecyOf } from './secret-name.ts';

export const MARK = '[redacted]';

/** Takes secrets out of text. */
export interface SecretText {
  /** Without the configured values, and without JSON members that are named like a secret: for what is shown to people. */
  hide(text: string): string;
  /** Without the configured values, and otherwise as it is: for what goes on to those who asked for it. */
  hideValues(text: string): string;
  /** Is the number, written out, a configured secret? */
  isNumber(value: number): boolean;
  /** Does the text hold a configured secret, in any of its written forms? */
  holds(text: string): boolean;
  /** The longest form of a secret: how far a cut in a text must look back. */
  readonly longest: number;
}

export function createSecretText(secrets: readonly string[]): SecretText {
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const numbers = new Set(forms.filter((form) => String(Number(form)) === form));
  const hideValues = (text: string): string => {
    let hidden = text;
    for (const form of forms) if (hidden.includes(form)) hidden = hidden.replaceAll(form, MARK);
    return hidden;
  };
  return {
    hideValues,
    hide(text) {
      const hidden = hideValues(text);
      return hidden.includes('"') ? hideMembers(hidden) : hidden;
    },
    isNumber: (value) => numbers.size > 0 && numbers.has(String(value)),
    holds: (text) => forms.some((form) => text.includes(form)),
    longest: forms[0]?.length ?? 0,
  };
}

const LEAST_LETTERS = 4; // a shorter value is found in every other word

/** As it stands, inside JSON, inside a URL. */
function formsOf(secret: string): string[] {
  if (secret.length < LEAST_LETTERS) return [];
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())];
}

/** A model's arguments are often JSON in a string, cut anywhere. Names are bounded, values end at the next quote: linear. */
const TEXT_MEMBER = /"([\w.$-]{1,64})"(\s{0,8}:\s{0,8})"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g;

function hideMembers(text: string): string {
  return text.replace(TEXT_MEMBER, (member: string, name: string, colon: string) =>
    secrecyOf(name) === 'open' ? member : `"${name}"${colon}"${MARK}"`,
  );
}
