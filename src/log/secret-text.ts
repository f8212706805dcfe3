import { isSecretParameter, secrecyOf } from './secret-name.ts';

export const MARK = '[redacted]';

/** Removes secrets from text. */
export interface SecretText {
  /**
   * Hides the configured secrets, passwords in URLs, and the values of JSON fields and URL parameters with secret-like names.
   * For text that people read.
   */
  hide(text: string): string;
  /** Hides only the configured secrets. For text that is passed on to the requester. */
  hideValues(text: string): string;
  /** Returns true if the number, written out, is a configured secret. */
  isNumber(value: number): boolean;
  /** Returns true if the text contains a configured secret in any of its written forms. */
  holds(text: string): boolean;
  /** Length of the longest written form of a secret. Truncation must look this far beyond its limit. */
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
      const hidden = hideInAddresses(hideValues(text));
      return hidden.includes('"') ? hideMembers(hidden) : hidden;
    },
    isNumber: (value) => numbers.size > 0 && numbers.has(String(value)),
    holds: (text) => forms.some((form) => text.includes(form)),
    longest: forms[0]?.length ?? 0,
  };
}

const LEAST_LETTERS = 4; // a shorter value occurs in too many ordinary words

/** Returns the written forms of a secret: plain, escaped in JSON, and encoded in a URL. */
export function formsOf(secret: string): string[] {
  if (secret.length < LEAST_LETTERS) return [];
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())];
}

/**
 * A JSON field with a string value. Arguments of models are often JSON in a string, truncated anywhere, so the closing quote
 * is optional. Names have a limited length and values end at the next quote, so matching takes linear time.
 */
const TEXT_MEMBER = /"([\w.$-]{1,64})"(\s{0,8}:\s{0,8})"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g;

function hideMembers(text: string): string {
  return text.replace(TEXT_MEMBER, (member: string, name: string, colon: string) =>
    secrecyOf(name) === 'open' || REFERENCE.test(member) ? member : `"${name}"${colon}"${MARK}"`,
  );
}

/** The name of a variable, as messages suggest it for settings: it is no secret. */
const REFERENCE = /"env:[A-Z][A-Z0-9_]{0,63}"$/;

/** Hides the parts of URLs that are secret whatever their value: passwords, and parameters with secret-like names. */
function hideInAddresses(text: string): string {
  const hidden = text.includes('://') ? text.replace(USER, hideUser) : text;
  if (!hidden.includes('=')) return hidden;
  return hidden.replace(PARAMETER, (written: string, name: string) =>
    isSecretParameter(name) ? `${written[0]}${name}=${MARK}` : written,
  );
}

/** Names and values have a limited length, so matching takes linear time. */
const USER = /(\bhttps?)?:\/\/([^\s/?#@:"'<>]{0,128})(:[^\s/?#@"'<>]{1,512})?@/g;
const PARAMETER = /[?&]([\w.-]{1,64})=[^\s&#"'<>\\]{1,4096}/g;

/** On the web, a name without a password is usually a token. */
function hideUser(written: string, web: string | undefined, name: string, password: string | undefined): string {
  if (password !== undefined) return `${web ?? ''}://${name}:${MARK}@`;
  return web === undefined ? written : `${web}://${MARK}@`;
}
