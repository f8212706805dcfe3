/** A secret is also recognised without what it is wrapped in: `Bearer …`, `postgres://user:…@host`. */
export function formsOf(secret: string): string[] {
  const bare = /^(?:Bearer|Basic|Token) +(\S+)$/i.exec(secret)?.[1];
  return [secret, bare ?? '', ...passwordsIn(secret)].filter((form) => form !== '');
}

/** Does the name of a variable or a header speak of a secret? Rather once too often. */
export function speaksOfSecret(name: string): boolean {
  return /key|token|secret|pass|auth|cred|cookie/i.test(name);
}

/**
 * Environments and headers also carry settings, and hiding every `error`, `true`, `3000` or `/home/me` would make logs
 * unreadable and outcomes useless. Under a name that does not speak of a secret, such a value is none.
 */
export function isPlain(text: string): boolean {
  return /^(?:[A-Za-z]{1,16}|\d{1,6})$/.test(text) || isFilePath(text);
}

/** The secrets that stand in clear among the arguments of a program: `--token x`, `--token=x`, `-e TOKEN=x`, `https://…?token=x`. */
export function secretsInArguments(args: readonly string[]): string[] {
  return args.flatMap((argument, place) => {
    const flag = /^--?([\w.-]{1,64})$/.exec(args[place - 1] ?? '')?.[1];
    const [, name = '', value = ''] = /^-{0,2}([\w.-]{1,64})(?:=|: ?)(.+)$/s.exec(argument) ?? [];
    return [
      ...(flag !== undefined && !argument.startsWith('-') ? [[flag, argument] as const] : []),
      [name, value] as const,
    ]
      .filter(([under, text]) => isSecretUnder(under, text))
      .map(([, text]) => text)
      .concat(secretsInAddress(argument));
  });
}

/** The password of an address, and what its query says under the name of a secret. */
export function secretsInAddress(text: string): string[] {
  const query = URL.parse(text)?.search.slice(1).split('&') ?? [];
  const inQuery = query.flatMap((member) => {
    const [, name = '', value = ''] = /^([^=]{1,64})=(.+)$/s.exec(member) ?? [];
    return isSecretUnder(name, value) ? [value, decoded(value)] : [];
  });
  return [...passwordsIn(text), ...inQuery].filter((secret) => secret !== '');
}

/** Judged by the end of the name, as in `--api-key` and `accessToken`: `--token-file` and `--auth-timeout` hold no secret. */
function isSecretUnder(name: string, value: string): boolean {
  if (
    /(?:token|secret|password|passwd|pwd|passphrase|apikey|api[-_]key|credentials?|cookie|authorization|jwt)$/i.test(
      name,
    )
  )
    return value !== '' && !isFilePath(value);
  return /(?:key|auth|pass)$/i.test(name) && value !== '' && !isPlain(value);
}

function isFilePath(text: string): boolean {
  return /^(?:~|\.{1,2})?\/|^[A-Za-z]:[\\/]/.test(text);
}

function passwordsIn(text: string): string[] {
  const password = URL.parse(text)?.password ?? '';
  return [password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
