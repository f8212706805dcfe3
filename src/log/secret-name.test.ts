import { expect, test } from 'vitest';
import { secrecyOf } from './secret-name.ts';

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
])('%s is a secret', (name) => {
  expect(secrecyOf(name)).toBe('whole');
});

test.each(['tokens', 'max_tokens', 'totalTokens', 'token_count', 'tokenType', 'completion_tokens_details', 'pass'])(
  'the texts of %s are a secret, its numbers are not',
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
  'bypass',
  'cookiecutter',
  'name',
  'constructor',
  '__proto__',
  '',
])('%s is open', (name) => {
  expect(secrecyOf(name)).toBe('open');
});

test('a name of a million letters takes linear time', () => {
  const started = performance.now();
  for (const letter of ['A', 'a', '_', 'aA', 'Aa_']) secrecyOf(letter.repeat(1_000_000 / letter.length));
  expect(performance.now() - started).toBeLessThan(3_000);
});
