/** How much of the value under a name must stay unseen: nothing, its texts (`tokens: 5` is a count), or all of it. */
export type Secrecy = 'open' | 'text' | 'whole';

/** Judged by the words of the name, however they are joined: `apiKey`, `x-api-key`, `API_KEY`; but not `author`. */
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
 * As `secrecyOf`, for the name of a setting, which ends in what it holds: `--token-file`, `AUTH_ENABLED` and
 * `SSH_AUTH_SOCK` are open. A `key` of no known kind is `text`: a plain word under it, as in `--sort-key name`, is none.
 */
export function secrecyOfSetting(name: string): Secrecy {
  const words = wordsOf(name).filter((word) => !/^\d*$/.test(word)); // `TOKEN_2`
  const last = words.at(-1) ?? '';
  if (last === 'pass') return 'whole';
  const secrecy = secrecyOfWord(words, words.length - 1);
  return secrecy === 'open' && KEY.test(last) ? 'text' : secrecy;
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

/** Only single characters and look-arounds: linear for any name. */
const WORD_BOUNDARY = /[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/** The endings also catch words written together: `dbpassword`, `accesstoken`, `setcookie`. */
const SECRET =
  /(?:passwords?|passwd|passphrase|passcode|secrets?|token|apikeys?|accesskey|privatekey|secretkey|cookies?|credentials?|authorization)\d*$|^(?:o?auth\d*|creds?|pwd|pw|bearer|jwt|pat)$/;

const COUNTABLE = /^(?:tokens|pass)$/;

const KEY = /^keys?\d*$/;

/** `api key` is a secret, `primary key` and `cache key` are not. */
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
