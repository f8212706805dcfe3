import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startHttp } from '../../test/mcp/http/played-server.ts';
import { limits, serverOf } from '../../test/mcp/scripted-session.ts';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import type { Server } from '../core/index.ts';
import { createRedactor } from '../log/index.ts';
import { openSession } from './open-session.ts';
import { readTrouble } from './read-trouble.ts';
import { adviceOn, reasonOf } from './trouble.ts';

interface Told {
  readonly reason: string;
  readonly check: string;
}

/** What a person is told of a server that cannot be connected, by the real way to connect. */
async function told(said: Partial<Server>): Promise<Told> {
  const server = serverOf(said);
  const options = {
    limits,
    connectMs: 2_000,
    elicitation: 'decline' as const,
    log: recordingLog(),
    onJunk: () => {},
    onListChanged: () => {},
    onHeard: () => {},
  };
  const error = await openSession(server, options, new AbortController().signal).then(
    (session) => session.close('not expected').then(() => expect.fail('it is connected')),
    (failed: Error) => failed,
  );
  const trouble = readTrouble(error);
  const [reason, check] = [error.message, adviceOn(trouble, server)];
  expect(reason).toBe(reasonOf(trouble));
  expect(`${reason} ${check}`).not.toMatch(/negotiation|probe|POSTing|endpoint|redirectPolicy|SSE error|openssl|</i);
  expect(createRedactor([]).text(`${reason} ${check}`)).toBe(`${reason} ${check}`);
  return { reason, check };
}

const PAGE = '<!DOCTYPE html><html><body><pre>Cannot POST /mcp</pre></body></html>';

interface Play {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

async function toldOver(
  transport: 'any' | 'http' | 'sse',
  { status, body = '', headers = {} }: Play,
  { path = '/mcp', sent = {} }: { readonly path?: string; readonly sent?: Record<string, string> } = {},
): Promise<Told> {
  const server = await startHttp(({ response }) => response.writeHead(status, headers).end(body));
  return told({ transport, url: `http://127.0.0.1:${server.port}${path}`, headers: sent });
}

describe.each(['any', 'http', 'sse'] as const)('an address that is tried as %s', (transport) => {
  test.each([
    [{ status: 500, body: PAGE }, 'the server answered with HTTP 500', /its log/],
    [{ status: 404, body: PAGE }, 'the server answered with HTTP 404', /Is the path right\?/],
    [{ status: 429 }, 'the server answered with HTTP 429', /too many/],
    [{ status: 418 }, 'the server answered with HTTP 418', /refuses what MCP clients send/],
    [{ status: 401 }, 'the server wants authorization (HTTP 401)', /"headers".*"Bearer env:NAME".*that variable/],
    [{ status: 403 }, 'the server refuses access (HTTP 403)', /"Bearer env:NAME"/],
  ])('and answers with %o', async (play, reason, check) => {
    expect(await toldOver(transport, play)).toEqual({ reason, check: expect.stringMatching(check) });
  });

  proves('L10', 'and redirects elsewhere is told where, without what is secret in it', async () => {
    const location = 'http://ada:pass@elsewhere.test/mcp?token=hidden#hidden';
    const { reason, check } = await toldOver(transport, { status: 307, headers: { location } });
    expect(reason).toBe('the server redirects to http://elsewhere.test/mcp');
    expect(check).toMatch(/^Write that address/);
  });

  test.each([401, 403])('and answers with %i although it was told who asks', async (status) => {
    for (const sent of [{ Authorization: 'Bearer x-y-z' }, { 'X-Api-Key': 'x-y-z' }]) {
      expect((await toldOver(transport, { status }, { sent })).reason).toBe(`the token is refused (HTTP ${status})`);
    }
    const { reason } = await toldOver(transport, { status }, { sent: { 'x-region': 'north' } });
    expect(reason).not.toContain('token');
  });

  test('without TLS, though the address says https', async () => {
    const server = await startHttp(({ response }) => response.end());
    expect(await told({ transport, url: `https://127.0.0.1:${server.port}/mcp`, headers: {} })).toEqual({
      reason: `cannot reach https://127.0.0.1:${server.port}: it does not speak TLS`,
      check: 'Is it http:// instead of https:// ?',
    });
  });

  test('where something else than HTTP answers', async () => {
    const server = createServer((socket) => socket.on('error', () => {}).end('\u0015\u0003\u0001 no'));
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { reason, check } = await told({ transport, url: `http://127.0.0.1:${port}/mcp`, headers: {} });
    expect(reason).toBe(`cannot reach http://127.0.0.1:${port}: it does not speak HTTP`);
    expect(check).toContain('https://');
  });

  test('at a port that fetch does not allow', async () => {
    const { reason, check } = await told({ transport, url: 'http://127.0.0.1:9/mcp', headers: {} });
    expect(reason).toBe('cannot reach http://127.0.0.1:9: fetch does not allow this port');
    expect(check).toContain('another port');
  });
});

describe('an address that is tried as HTTP', () => {
  test.each([
    ['text/html', PAGE, 'the server answered with text/html, and not with a message of MCP'],
    ['application/json', PAGE, 'the server answered with something that is not JSON'],
    ['application/json', '{}', 'the server answered with JSON that is not a message of MCP'],
  ])('and answers well, with %s: %s', async (type, body, reason) => {
    expect((await toldOver('http', { status: 200, body, headers: { 'content-type': type } })).reason).toBe(reason);
  });

  test.each([
    ['/sse', 404, /^An older server.*leave the type out, or write "sse"/],
    ['/sse/', 405, /^An older server/],
    ['/mcp', 405, /Is the path right\?.*leave the type out, or write "sse"/],
  ])('and may speak the older way, at %s with %i', async (path, status, check) => {
    expect((await toldOver('http', { status }, { path })).check).toMatch(check);
    expect((await toldOver('any', { status }, { path })).check).not.toMatch(/type/);
  });

  test('and says why it refuses is quoted, if in words', async () => {
    const error = { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'not today' } };
    for (const body of [JSON.stringify(error), 'not today\n']) {
      for (const status of [400, 500]) {
        expect((await toldOver('http', { status, body })).reason).toBe(
          `the server answered with HTTP ${status}: not today`,
        );
      }
    }
  });
});

describe('a program', () => {
  const announcedTool = (script: string, protocol: Server['protocol']) =>
    told({ transport: 'stdio', command: 'sh', args: ['-c', script], protocol });

  test.each(['legacy', 'modern', 'auto'] as const)('that crashes at once is told by its end (%s)', async (protocol) => {
    for (const script of ['exit 3', 'exec 0<&-; exit 3', 'read line; exit 3']) {
      const { reason, check } = await announcedTool(script, protocol);
      expect(reason, script).toBe('the program ended with code 3 before it answered');
      expect(check).toContain('by hand');
    }
  });

  test('that knows the older MCP only, where the newer is asked for', async () => {
    const refusal = '{"jsonrpc":"2.0","id":\\1,"error":{"code":-32601,"message":"unknown"}}';
    const script = `read -r line; printf '%s\\n' "$line" | sed 's/.*"id":\\("[^"]*"\\|[0-9]*\\).*/${refusal}/'; read -r line`;
    const { reason } = await announcedTool(script, 'modern');
    expect(reason).toMatch(/does not speak the newer MCP/);
  });
});
