import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startHttp } from '../../../test/mcp/http/played-server.ts';
import { proves } from '../../../test/requirements.ts';
import { Addresses } from './addresses.ts';
import { httpTransport } from './index.ts';

/** Returns a resolver that gives these answers one after the other, and then repeats the last one. */
function resolver(...answers: readonly (readonly string[])[]): LookupFunction {
  let asked = 0;
  return (_name, _options, callback) => {
    const answer = answers[Math.min(asked++, answers.length - 1)] ?? [];
    callback(
      null,
      answer.map((address) => ({ address, family: isIP(address) })),
    );
  };
}

const guard = (host: string, ...answers: readonly (readonly string[])[]) =>
  new Addresses({ host, lookup: resolver(...answers), publicNames: new Set() });

function looked(addresses: Addresses, name: string, all = true): Promise<string[]> {
  return new Promise((resolve, reject) => {
    addresses.lookup(name, { all }, (error, found) => {
      if (error !== null) reject(error);
      else resolve(typeof found === 'string' ? [found] : found.map(({ address }: LookupAddress) => address));
    });
  });
}

describe('A host name', () => {
  test.each([
    ['169.254.169.254'],
    ['169.254.1.1'],
    ['::ffff:169.254.169.254'],
    ['::ffff:a9fe:a9fe'],
    ['64:ff9b::a9fe:a9fe'],
    ['fe80::1'],
    ['fe80::1%eth0'],
    ['febf::1'],
    ['fd00:ec2::254'],
    ['100.100.100.200'],
    ['168.63.129.16'],
    ['not an address'],
  ])('A name that resolves to a link-local or metadata address is rejected: %s', async (address) => {
    await expect(looked(guard('a.test', [address]), 'a.test')).rejects.toMatchObject({ code: 'ERR_ADDRESS_REFUSED' });
    await expect(looked(guard('a.test', ['127.0.0.1', address]), 'a.test')).rejects.toThrow('link-local');
  });

  test.each(['localhost', 'localhost.', 'office.test'])(
    'A name may resolve to a private address from the start: %s',
    async (name) => {
      for (const inside of ['127.0.0.1', '::1', '10.1.2.3', '192.168.1.1', '::ffff:7f00:1', 'fd12::1']) {
        const addresses = guard(name, [inside]);
        expect(await looked(addresses, name)).toEqual([inside]);
        expect(await looked(addresses, name, false)).toEqual([inside]);
      }
    },
  );

  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    'fd12::1',
    '169.254.169.254',
  ])('A name that resolved to a public address is rejected when it later resolves to %s', async (inside) => {
    const addresses = guard('a.test', ['93.184.216.34'], [inside]);
    expect(await looked(addresses, 'a.test')).toEqual(['93.184.216.34']);
    await expect(looked(addresses, 'A.test.')).rejects.toMatchObject({ code: 'ERR_ADDRESS_REFUSED' });
  });

  test('A name that resolves to a public and a private address at once is rejected', async () => {
    await expect(looked(guard('a.test', ['93.184.216.34', '127.0.0.1']), 'a.test')).rejects.toThrow('a private one');
    await expect(looked(guard('a.test', ['::1', '2606:4700::1']), 'a.test')).rejects.toThrow('a private one');
  });

  test('A name may change between public addresses, and between private addresses', async () => {
    const outside = guard('a.test', ['93.184.216.34'], ['2606:4700::1', '1.1.1.1']);
    await looked(outside, 'a.test');
    expect(await looked(outside, 'a.test')).toEqual(['2606:4700::1', '1.1.1.1']);
    const inside = guard('a.test', ['10.0.0.1'], ['192.168.0.1']);
    await looked(inside, 'a.test');
    expect(await looked(inside, 'a.test')).toEqual(['192.168.0.1']);
  });

  test('A name that resolved to a public address is remembered for later connections', async () => {
    const publicNames = new Set<string>();
    await looked(new Addresses({ host: 'a.test', lookup: resolver(['1.1.1.1']), publicNames }), 'a.test');
    const next = new Addresses({ host: 'a.test', lookup: resolver(['127.0.0.1']), publicNames });
    await expect(looked(next, 'a.test')).rejects.toThrow('resolved to a public address before');
  });

  test('The error of the resolver is passed on for a name that cannot be found', async () => {
    const lookup: LookupFunction = (_name, _options, callback) =>
      callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
    await expect(looked(new Addresses({ host: 'a.test', lookup }), 'a.test')).rejects.toThrow('not found');
  });
});

test('A link-local address is allowed only if it is the host of the configured URL', () => {
  expect(guard('169.254.1.1').refusalOfLiteral('169.254.1.1')).toBeUndefined();
  expect(guard('[fe80::1]').refusalOfLiteral('fe80::1')).toBeUndefined();
  expect(guard('a.test').refusalOfLiteral('127.0.0.1')).toBeUndefined();
  expect(guard('a.test').refusalOfLiteral('169.254.169.254')).toBeInstanceOf(Error);
  expect(guard('169.254.1.1').refusalOfLiteral('::ffff:a9fe:a9fe')).toBeInstanceOf(Error);
  expect(guard('a.test').refusalOfLiteral('a.test')).toBeUndefined();
});

describe('The address of a connection', () => {
  const send = async (url: string, lookup: LookupFunction, publicNames = new Set<string>()): Promise<unknown> => {
    const options = { messageBytes: 1_000, connectMs: 2_000, lookup, publicNames };
    const transport = httpTransport({ url, headers: {} }, 'http', options);
    await transport.start();
    try {
      return await transport.send({ jsonrpc: '2.0', method: 'notifications/x' });
    } finally {
      await transport.close();
    }
  };

  proves('L10', 'The connection uses the address that was checked, without a second lookup', async () => {
    const server = await startHttp(({ response }) => response.writeHead(202).end());
    await send(`http://a.test:${server.port}/mcp`, resolver(['127.0.0.1'], ['169.254.169.254']));
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]?.headers.host).toBe(`a.test:${server.port}`);
  });

  proves('L10', 'No connection is made if a public name later resolves to this machine', async () => {
    const server = await startHttp(({ response }) => response.writeHead(202).end());
    const sending = send(`http://a.test:${server.port}/mcp`, resolver(['127.0.0.1']), new Set(['a.test']));
    await expect(sending).rejects.toMatchObject({
      message: expect.stringContaining('"a.test" resolved to a public address before'),
      cause: { code: 'ERR_ADDRESS_REFUSED' },
    });
    expect(server.asked).toEqual([]);
  });
});
