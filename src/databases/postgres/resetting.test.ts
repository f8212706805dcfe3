import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { describePostgres, open } from '../../../test/databases/postgres.ts';

await describePostgres('A PostgreSQL session that is prepared for the next statement', (server) => {
  test('If the network fails at that moment, the next statement opens another connection within its time', async () => {
    const { readerUrl } = await server.createDatabase();
    const proxy = await freezingProxy(readerUrl);
    const { cell } = open(proxy.url, { connections: 1 });
    expect(await cell('SELECT 1')).toBe(1); // its session is being reset now
    proxy.freeze();
    expect(await cell('SELECT 2', { ms: 4000 })).toBe(2);
  });
});

/** A proxy of a server. After `freeze`, the connections so far stay open and nothing passes through them. */
async function freezingProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const frozen = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('data', (chunk) => frozen.has(from) || to.write(chunk));
      from.on('close', () => to.destroy());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const url = new URL(target);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const freeze = () => {
    for (const socket of sockets) frozen.add(socket);
  };
  return { url: url.href, freeze };
}
