/** The part of a value that its name makes secret: nothing, only strings (`tokens: 5` is a count), or the whole value. */
export type Secrecy = 'open' | 'text' | 'whole';

/** Judges a name by its words, however they are joined: `apiKey`, `x-api-key` and `API_KEY` are secret; `author` is not. */
export function secrecyOf(name: string): Secrecy {
  const words = wordsOf(name);
  let secrecy: Secrecy = 'open';
  for (let place = 0; place < words.length; place++) {
    const own = secrecyOfWord(words, place);
    if (own === 'whole') return 'whole';
    if (own === 'text') secrecy = 'text';
  }
  return secrecy;
}

/**
 * Judges the name of a setting, whose last word says what it holds: `--token-file`, `AUTH_ENABLED` and `SSH_AUTH_SOCK` are
 * open. A `key` of an unknown kind is `text`, because its value may be a plain word, as in `--sort-key name`.
 */
export function secrecyOfSetting(name: string): Secrecy {
  const words = wordsOf(name).filter((word) => !/^\d*$/.test(word)); // `TOKEN_2`
  const last = words.at(-1) ?? '';
  if (last === 'pass') return 'whole';
  const secrecy = secrecyOfWord(words, words.length - 1);
  return secrecy === 'open' && KEY.test(last) ? 'text' : secrecy;
}

/** True if a parameter of a URL is a secret whatever its value: `?key=demo`, `?access_token=1`, `?sig=x`. */
export function isSecretParameter(name: string): boolean {
  return secrecyOfSetting(name) !== 'open' || /(?:^|[^a-z])sig(?:nature)?$/i.test(name);
}

function secrecyOfWord(words: readonly string[], place: number): Secrecy {
  const word = words[place] ?? '';
  if (word === 'token' && place < words.length - 1) return 'text';
  if (SECRET.test(word)) return 'whole';
  if (KEY.test(word) && KEY_KINDS.has(words[place - 1] ?? '')) return 'whole';
  return COUNTABLE.test(word) ? 'text' : 'open';
}

function wordsOf(name: string): string[] {
  return name.split(WORD_BOUNDARY).map((word) => word.toLowerCase());
}

/** Uses only single characters and look-arounds, so that it runs in linear time for any name. */
const WORD_BOUNDARY = /[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/** Matches endings, to catch compounds without a separator as well: `dbpassword`, `accesstoken`, `setcookie`. */
const SECRET =
  /(?:passwords?|passwd|passphrase|passcode|secrets?|token|apikeys?|accesskey|privatekey|secretkey|cookies?|credentials?|authorization)\d*$|^(?:o?auth\d*|creds?|pwd|pw|bearer|jwt|pat)$/;

const COUNTABLE = /^(?:tokens|pass)$/;

const KEY = /^keys?\d*$/;

/** The words before `key` that make it a secret: `api key` is one; `primary key` and `cache key` are not. */
const KEY_KINDS: ReadonlySet<string> = new Set([
  'access',
  'account',
  'api',
  'client',
  'encryption',
  'functions',
  'gateway',
  'master',
  'private',
  'secret',
  'service',
  'session',
  'shared',
  'signing',
  'ssh',
  'subscription',
]);
