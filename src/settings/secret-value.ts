import { isSecretParameter, secrecyOfSetting } from '../log/index.ts';

/**
 * True if an environment variable or a header is a secret. In doubt it is, but not if the value is plainly a setting: redacting
 * `true`, `4096` or `https://example.com` would make logs and tool results unreadable.
 */
export function isSecretMember(name: string, value: string): boolean {
  if (secrecyOfSetting(name) === 'whole') return !isHarmless(value);
  return !isPlain(value) || secretsIn(value).length > 0;
}

/** True if a value elsewhere, such as an argument, is a secret. Most values there are not, so the name decides. */
export function isSecretUnder(name: string, value: string): boolean {
  switch (secrecyOfSetting(name)) {
    case 'whole':
      return !isHarmless(value);
    case 'text':
      return !isPlain(value);
    default:
      return false;
  }
}

/** True if a value that was written as `env:NAME`, and so as a secret, is not one. */
export function isOpenAnyway(value: string, names: readonly string[]): boolean {
  if (SWITCH.test(value)) return true;
  return (/^\d{1,6}$/.test(value) || isFilePath(value)) && names.every((name) => secrecyOfSetting(name) === 'open');
}

/** Returns a secret in all its forms, also without its wrapping: `Bearer …`, `postgres://user:…@host`, `Password=…;`. */
export function formsOf(secret: string): string[] {
  return [secret, withoutScheme(secret), ...secretsIn(secret)].filter((form) => form !== '');
}

/** Returns the secrets in the arguments of a program: `--token x`, `--token=x`, and those within each argument. */
export function secretsInArguments(args: readonly string[]): string[] {
  return args.flatMap((argument, place) => {
    const [, flag = ''] = FLAG.exec(args[place - 1] ?? '') ?? [];
    const [, name = '', value = ''] = FLAG_AND_VALUE.exec(argument) ?? [];
    const words = argument.split(/\s/); // the argument may be a shell command line
    return [
      ...(!argument.startsWith('-') && isSecretUnder(flag, argument) ? formsOf(argument) : []),
      ...(isSecretUnder(name, value) ? formsOf(value) : []),
      ...secretsIn(argument),
      ...(words.length > 1 ? secretsInArguments(words) : []),
    ];
  });
}

const FLAG = /^--?([\w.-]{1,64})$/;
const FLAG_AND_VALUE = /^-{0,2}([\w.-]{1,64})=(.+)$/s;

/** Returns the secrets within a text: `TOKEN=x`, `Authorization: Bearer x`, `"apiKey": "x"`, and those in a URL. */
export function secretsIn(text: string): string[] {
  const assigned = [...text.matchAll(ASSIGNMENT)].flatMap(([, name = '', quoted, bare = '']) => {
    const value = quoted ?? bare.replace(/[\]}]{1,8}$/, ''); // the closing brackets of the JSON around it
    return isSecretUnder(name, value) ? [value, withoutScheme(value)] : [];
  });
  return [...assigned, ...secretsInAddress(text)];
}

/** Takes linear time: a name starts after another character and has a maximum length, and a quote ends at the next quote. */
const ASSIGNMENT =
  /(?<![\w.-])([\w.-]{1,64})["']?\s?[=:]\s?(?:["']([^"']*)["']|((?:(?:Bearer|Basic|Token) )?[^\s;&"',]+))/gi;

function withoutScheme(text: string): string {
  return text.replace(/^(?:Bearer|Basic|Token) +(?=\S+$)/i, '');
}

/**
 * Returns the secrets in a URL: the password, a user name without a password (usually a token), parameters with the name of a
 * secret unless their value is a word such as `true`, and the parts of the path and query that look like a secret. Returns none
 * for other texts.
 */
export function secretsInAddress(text: string): string[] {
  if (!ADDRESS.test(text)) return [];
  const url = URL.parse(text);
  if (url === null) return /:\/\/[^:@/]*:(.+)@/s.exec(text)?.slice(1) ?? []; // an unescaped `#` in a password makes the URL invalid
  const isWeb = /^https?:$/.test(url.protocol);
  const query = url.search
    .slice(1)
    .split('&')
    .map((member) => /^([^=]{1,64})=(.*)$/s.exec(member) ?? [])
    .filter(([, name = '', value = '']) => (isSecretParameter(name) && !SWITCH.test(value)) || isOpaque(value));
  const written = [
    url.password,
    ...(isWeb && url.password === '' ? [url.username] : []),
    ...(isWeb ? url.pathname.split('/').filter(isOpaque) : []),
    ...query.map(([, , value = '']) => value),
  ];
  return written.flatMap((secret) => [secret, decoded(secret)]).filter((secret) => secret !== '');
}

/**
 * Returns the credentials in the address of a proxy or registry, or in a list of addresses: `user:password` whole, encoded as in
 * `Proxy-Authorization`, and the password alone unless it is short. An address may lack `http://` or have a name before it, as in
 * `UV_INDEX`.
 */
export function credentialsIn(addresses: string): string[] {
  return addresses.split(/\s+/).flatMap((address) => {
    const [, bare = '', written = ''] = CREDENTIALS.exec(address) ?? [];
    if (written === '' || PORT_AND_PATH.test(written)) return secretsIn(bare);
    const pair = decoded(written) || written;
    const password = written.slice(written.indexOf(':') + 1);
    const encoded = Buffer.from(pair).toString('base64').replace(/=+$/, '');
    const alone = [password, decoded(password)].filter((form) => form.length >= SHORTEST_ALONE);
    const pairs = [written, pair].filter((form) => form.includes(':'));
    return [...pairs, ...alone, encoded, ...secretsIn(bare.replace(`${written}@`, ''))];
  });
}

/** Every `node` in a result would be redacted if the password `node` were a secret on its own. */
const SHORTEST_ALONE = 8;

/** The address, and the text before its last `@`: a password may contain any character. */
const CREDENTIALS = /^(?:[\w.-]{1,64}=)?((?:[a-z][a-z0-9+.-]{0,30}:\/\/)?(?:(.+)@)?.*)$/is;
/** `host/` or `host:8080/`: the `@` belongs to the path. */
const PORT_AND_PATH = /^[^/:]*(?::\d{1,5})?\//;

const ADDRESS = /^[a-z][a-z0-9+.-]{0,30}:\/\//i;

/** True if a text is long and contains letters and digits in one piece, as tokens do. */
function isOpaque(text: string): boolean {
  const pieces = text.length < 16 ? [] : text.split(/[^A-Za-z\d]+/);
  return pieces.some((piece) => piece.length >= 12 && /\d/.test(piece) && /[A-Za-z]/.test(piece));
}

/** True if a text is certainly not a password. Base64 may begin with a slash as a path does, but contains no dot. */
function isHarmless(text: string): boolean {
  return text === '' || SWITCH.test(text) || (isFilePath(text) && text.includes('.'));
}

const SWITCH = /^(?:true|false|yes|no|on|off|none|null|undefined|enabled|disabled|auto|basic|bearer|digest|oauth2?)$/i;

/** True if a text looks like a setting: words and short numbers, a path, an e-mail address or a URL. */
function isPlain(text: string): boolean {
  return isWords(text) || isFilePath(text) || MAIL.test(text) || ADDRESS.test(text);
}

const MAIL = /^[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}$/;

/** Matches `debug`, `us-east-1`, `en_US.UTF-8`, `text/html, text/plain`, `--no-warnings`, `localhost:8080`. */
function isWords(text: string): boolean {
  return text.split(/[-_./,;=+ ]/).every((word) => WORD.test(word));
}

/** A piece of 17 to 24 letters is a word only in lower case (`internationalization`), because tokens mix the cases. */
const WORD = /^(?:\p{L}{0,16}|\p{Lu}?\p{Ll}{0,24}|\d{1,8}|[\p{L}\d]{1,3})(?::\d{1,5})?$/u;

function isFilePath(text: string): boolean {
  return /^(?:~|\.{1,2})?\/|^[A-Za-z]:[\\/]/.test(text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
