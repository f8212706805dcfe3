import { expect, test } from 'vitest';
import { secrecyOf, secrecyOfSetting } from './secret-name.ts';

test.each([
  'apiKey',
  'api_key',
  'API_KEY',
  'APIKey',
  'apikey',
  'x-api-key',
  'X-Goog-Api-Key',
  'aws_secret_access_key',
  'authorization',
  'Proxy-Authorization',
  'auth',
  'oauth2',
  'basicAuth',
  'password',
  'userPassword',
  'dbpassword',
  'password2',
  'PGPASSWORD',
  'passwd',
  'passphrase',
  'token',
  'accessToken',
  'refresh_token',
  'idToken',
  'ACCESSTOKEN',
  'OAuthToken',
  'secret',
  'client_secret',
  'clientSecret',
  'secrets',
  'cookie',
  'set-cookie',
  'Set-Cookie2',
  'credentials',
  'aws_credentials',
  'privateKey',
  'private_keys',
  '--api-key',
  'GITHUB_PAT',
  'pw',
])('The name "%s" makes its whole value a secret', (name) => {
  expect(secrecyOf(name)).toBe('whole');
});

test.each(['tokens', 'max_tokens', 'totalTokens', 'token_count', 'tokenType', 'completion_tokens_details', 'pass'])(
  'The name "%s" makes strings a secret, but not numbers',
  (name) => {
    expect(secrecyOf(name)).toBe('text');
  },
);

test.each([
  'author',
  'authority',
  'authenticated',
  'tokenizer',
  'tokenize',
  'key',
  'keys',
  'primaryKey',
  'cache_key',
  'public_key',
  'keyboard',
  'monkey',
  'secretary',
  'passenger',
  'passed',
  'compass',
  'pattern',
  'patch',
  'bypass',
  'cookiecutter',
  'name',
  'constructor',
  '__proto__',
  '',
])('The name "%s" does not make its value a secret', (name) => {
  expect(secrecyOf(name)).toBe('open');
});

test.each(['API_KEY', 'TOKEN_2', 'DB_PASS', 'Authorization', 'PGPASSWORD', 'oauth2', '--private-key', 'cookie'])(
  'The setting "%s" holds a secret',
  (name) => {
    expect(secrecyOfSetting(name)).toBe('whole');
  },
);

test.each(['key', '--sort-key', 'MAX_TOKENS'])('The setting "%s" may hold a secret', (name) => {
  expect(secrecyOfSetting(name)).toBe('text');
});

test.each(['AUTH_ENABLED', 'SSH_AUTH_SOCK', '--token-file', 'PASSWORD_MIN_LENGTH', 'KEYFILE', 'AUTHOR', '', '7'])(
  'The setting "%s" holds no secret',
  (name) => {
    expect(secrecyOfSetting(name)).toBe('open');
  },
);

test('Judging a name of a million characters takes linear time', () => {
  const started = performance.now();
  for (const letter of ['A', 'a', '_', 'aA', 'Aa_']) {
    secrecyOf(letter.repeat(1_000_000 / letter.length));
    secrecyOfSetting(letter.repeat(1_000_000 / letter.length));
  }
  expect(performance.now() - started).toBeLessThan(3_000);
});
