/** How much of the value under a name must stay unseen: nothing, its texts (`tokens: 5` is a count), or all of it. */
export type Secrecy = 'open' | 'text' | 'whole';

/** Judged by the words of the name, however they are joined: `apiKey`, `x-api-key`, `API_KEY`; but not `author`. */
export function secrecyOf(name: string): Secrecy {
  const words = name.split(WORD_BOUNDARY).map((word) => word.toLowerCase());
  let secrecy: Secrecy = 'open';
  for (const [place, word] of words.entries()) {
    if (word === 'token' && place < words.length - 1) secrecy = 'text';
    else if (SECRET.test(word)) return 'whole';
    else if (KEY.test(word) && KEY_KINDS.has(words[place - 1] ?? '')) return 'whole';
    else if (COUNTABLE.test(word)) secrecy = 'text';
  }
  return secrecy;
}

/** Only single characters and look-arounds: linear for any name. */
const WORD_BOUNDARY = /[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/** The endings also catch words written together: `dbpassword`, `accesstoken`, `setcookie`. */
const SECRET =
  /(?:passwords?|passwd|passphrase|passcode|secrets?|token|apikeys?|accesskey|privatekey|secretkey|cookies?|credentials?|authorization)\d*$|^(?:o?auth\d*|creds?|pwd|bearer|jwt)$/;

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
