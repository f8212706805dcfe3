import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  credentialsIn,
  formsOf,
  isSecretMember,
  isSecretUnder,
  secretsIn,
  secretsInArguments,
} from './secret-value.ts';

describe('Environment variables and headers', () => {
  test.each([
    ['AUTH_ENABLED', 'true'],
    ['USE_AUTH', 'False'],
    ['AUTH', 'none'],
    ['TOKENIZERS_PARALLELISM', 'false'],
    ['MAX_TOKENS', '4096'],
    ['AUTH_TIMEOUT', '3600000'],
    ['TOKEN_FILE', '/run/secrets/token'],
    ['SSH_AUTH_SOCK', '/run/user/1000/ssh'],
    ['GOOGLE_APPLICATION_CREDENTIALS', '/home/me/gcp.json'],
    ['TLS_KEY', 'C:\\certs\\key.pem'],
    ['KEYCLOAK_REALM', 'master'],
    ['AUTHOR', 'Ada Lovelace'],
    ['DISPLAY_NAME', 'internationalization'],
    ['DISPLAY_NAME', 'Rechtsschutzversicherung'],
    ['JIRA_URL', 'https://acme.atlassian.net'],
    ['AUTH_URL', 'https://login.example.com/realms/main?lang=en'],
    ['DATABASE_URL', 'postgres://me@127.0.0.1:5432/shop'],
    ['JIRA_USERNAME', 'me.99@acme.com'],
    ['LANG', 'en_US.UTF-8'],
    ['TZ', 'Europe/Berlin'],
    ['AWS_REGION', 'us-east-1'],
    ['MODEL', 'gpt-4o-mini'],
    ['HOSTS', 'localhost:9092,127.0.0.1:80'],
    ['TEMPERATURE', '0.75'],
    ['NODE_OPTIONS', '--max-old-space-size=4096 --no-warnings'],
    ['Accept', 'application/json, text/event-stream'],
    ['Content-Type', 'application/json; charset=utf-8'],
    ['MCP-Protocol-Version', '2025-11-25'],
    ['EMPTY_PASSWORD', ''],
  ])('%s: %s is not a secret', (name, value) => {
    expect(isSecretMember(name, value)).toBe(false);
  });

  test.each([
    ['API_KEY', 'swordfish'],
    ['OPENAI_API_KEY_2', 'swordfish'],
    ['GITHUB_PAT', 'swordfish'],
    ['DB_PASSWORD', 'postgres'],
    ['DB_PASS', '123456'],
    ['PGPASSWORD', '123456'],
    ['AWS_SECRET_ACCESS_KEY', '/K7MDENG/bPxRfiCYEXAMPLEKEY'],
    ['AUTH', 'me:hunter'],
    ['Cookie', 'sid=abc'],
    ['Authorization', 'Basic bWU6aHVudGVy'],
    ['STRIPE_KEY', 'sk_live_51Habc99'],
    ['ANYTHING', 'xK29abc'],
    ['ANYTHING', 'kqXwbTzmRfHvLcYdNs'],
    ['ANYTHING', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
    ['ANYTHING', '8b7b3c1e-0f0e-4c1a-9f5d-2b1a3c4d5e6f'],
    ['ANYTHING', '-----BEGIN PRIVATE KEY-----\nMIIEvQ'],
    ['DSN', 'Server=db;Password=hunter;'],
    ['DATABASE_URL', 'postgres://me:hunter@host/shop'],
    ['DATABASE_URL', 'postgres://me:hun#ter@host/shop'],
    ['WEBHOOK', 'https://hooks.example.com/services/T0/B0/XXk39fj20dkw02Xd'],
    ['WIKI', 'https://example.com/?token=swordfish'],
    ['MORE_HEADERS', '{"Authorization":"Bearer swordfish"}'],
  ])('%s: %s is a secret', (name, value) => {
    expect(isSecretMember(name, value)).toBe(true);
  });

  test('A long piece of letters and digits is a secret under any name', () => {
    const name = fc.constantFrom('A', 'LEVEL', 'X-Tenant', 'AUTH_MODE', 'url');
    const piece = fc.string({ unit: fc.constantFrom(...'abcXYZ0189'), minLength: 17 });
    fc.assert(
      fc.property(name, piece, (under, value) => {
        expect(isSecretMember(under, value)).toBe(true);
      }),
    );
  });

  test('Plain words are secrets only under a name that suggests one', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdefghXYZ'), minLength: 5, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.constantFrom('-', '_', '.', ', ', '/'), (words, joint) => {
        expect(isSecretMember('LEVEL', words.join(joint))).toBe(false);
        expect(isSecretMember('API_TOKEN', words.join(joint))).toBe(true);
      }),
    );
  });
});

test('An argument is a secret only if its name suggests one', () => {
  expect(isSecretUnder('sort-key', 'name')).toBe(false);
  expect(isSecretUnder('key', 'AIza9f2k')).toBe(true);
  expect(isSecretUnder('id', 'AIza9f2k')).toBe(false);
  expect(isSecretUnder('password', 'name')).toBe(true);
});

describe('Secrets in clear text', () => {
  test.each<[args: string[], secrets: string[]]>([
    [['--config', '{"braveApiKey":"BSA-9","debug":true,"useAuth":true}'], ['BSA-9']],
    [['--pat', 'ghp_1'], ['ghp_1']],
    [['--password=two words'], ['two words', 'two']],
    [
      ['-c', 'API_KEY=abc-1 npx server --token abc-2 --verbose'],
      ['abc-1 npx server --token abc-2 --verbose', 'abc-1', 'abc-2'],
    ],
    [['Server=tcp:db,1433;User ID=me;Password=hunter22;'], ['hunter22']],
    [['https://ghp_1@example.com/x'], ['ghp_1']],
    [['https://example.com/s/8fa0c2d4e6b81a35/mcp'], ['8fa0c2d4e6b81a35']],
    [['https://example.com/?code=8fa0c2d4e6b81a35&x=8fa0'], ['8fa0c2d4e6b81a35']],
    [['https://example.com/api/v2/my-own-project-2024/mcp?page=12'], []],
    [['postgres://me@host/db', 'ssh://git@example.com/x', 'user=me', '--name', 'x9'], []],
    [
      ['--header', "Authorization: 'Token abc-1'"],
      ['Token abc-1', 'abc-1'],
    ],
  ])('The arguments %j contain the secrets %j', (args, secrets) => {
    expect([...new Set(secretsInArguments(args))].toSorted()).toEqual(secrets.toSorted());
  });

  test('A secret is also recognised without its wrapping', () => {
    expect(formsOf('{"Authorization": "Bearer abc-1"}')).toEqual(expect.arrayContaining(['Bearer abc-1', 'abc-1']));
    expect(formsOf('swordfish')).toContain('swordfish');
  });
});

test('An eighth of a megabyte of any text does not take quadratic time', () => {
  const started = performance.now();
  for (const piece of [
    'a',
    'key=',
    'token="',
    "token='",
    'key: ',
    '--token ',
    'http://',
    'a-',
    'a@',
    'a.b/',
    '{"a":',
    '}',
    '1x',
    '?a=&',
  ]) {
    const text = piece.repeat((128 * 1024) / piece.length);
    for (const whole of [text, `https://h/${text}`, `token=${text}`]) {
      isSecretMember('A', whole);
      secretsIn(whole);
      secretsInArguments([whole, whole]);
    }
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});

describe('The credentials in the address of a proxy or registry', () => {
  test.each<[address: string, secrets: string[]]>([
    ['http://proxy.example.com:8080', []],
    ['proxy:8080', []],
    ['localhost,127.0.0.1,.example.com', []],
    ['https://npm.example.com/@scope/', []],
    ['https://npm.example.com:8080/@scope/', []],
    ['http://me:s3cret-1@proxy:8080', ['me:s3cret-1', 's3cret-1', 'bWU6czNjcmV0LTE']],
    ['me:s3cret-1@proxy:8080', ['me:s3cret-1', 's3cret-1', 'bWU6czNjcmV0LTE']],
    ['socks5h://me:s3cret-1@proxy:1080', ['me:s3cret-1', 's3cret-1', 'bWU6czNjcmV0LTE']],
    ['http://me:a%40b%2Fcdef@proxy', ['me:a%40b%2Fcdef', 'me:a@b/cdef', 'a%40b%2Fcdef', 'a@b/cdef', 'bWU6YUBiL2NkZWY']],
    ['http://me:a@b/c#def@proxy', ['me:a@b/c#def', 'a@b/c#def', 'bWU6YUBiL2MjZGVm']],
    ['http://me:100%@proxy', ['me:100%', 'bWU6MTAwJQ']],
    ['https://t0ken-12@pypi.example.com/simple', ['t0ken-12', 'dDBrZW4tMTI']],
    ['http://user:node@proxy', ['user:node', 'dXNlcjpub2Rl']],
    ['http://node@proxy', ['bm9kZQ']],
    ['http://user:node@npm.example.com/?key=abc', ['user:node', 'dXNlcjpub2Rl', 'abc']],
    ['ours=https://me:s3cret-1@a/ https://b/', ['me:s3cret-1', 's3cret-1', 'bWU6czNjcmV0LTE']],
    ['https://a/ theirs=https://me:s3cret-1@b/', ['me:s3cret-1', 's3cret-1', 'bWU6czNjcmV0LTE']],
    ['https://a/k3yOfTheRegistry00/simple', ['k3yOfTheRegistry00']],
  ])('%s contains %j', (address, secrets) => {
    expect(new Set(credentialsIn(address))).toEqual(new Set(secrets));
  });

  test('A password of any characters is found whole in its address', () => {
    const text = fc.string({ minLength: 8 }).filter((each) => each.trim() !== '');
    fc.assert(
      fc.property(text, text, (user, password) => {
        const [name, word] = [encodeURIComponent(user), encodeURIComponent(password)];
        const found = credentialsIn(`http://${name}:${word}@proxy.example.com:8080`);
        expect(found).toEqual(expect.arrayContaining([word, password, `${user}:${password}`, `${name}:${word}`]));
      }),
    );
  });
});
