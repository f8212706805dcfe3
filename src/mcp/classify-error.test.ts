import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startHttp } from '../../test/mcp/http/played-server.ts';
import { limits, serverOf } from '../../test/mcp/scripted-session.ts';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import type { Server } from '../core/index.ts';
import { createRedactor } from '../log/index.ts';
import { classifyError } from './classify-error.ts';
import { openSession } from './open-session.ts';
import { adviceOn, reasonOf } from './server-problem.ts';

interface Told {
  readonly reason: string;
  readonly check: string;
}

/** Returns the reason and the advice for a server that cannot be connected, using the real `openSession`. */
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
    (session) => session.close('not expected').then(() => expect.fail('The server is connected.')),
    (failed: Error) => failed,
  );
  const trouble = classifyError(error);
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

describe.each(['any', 'http', 'sse'] as const)('An address with the transport %s', (transport) => {
  test.each([
    [{ status: 500, body: PAGE }, 'the server answered with HTTP 500', /its log/],
    [{ status: 404, body: PAGE }, 'the server answered with HTTP 404', /Check the path\./],
    [{ status: 429 }, 'the server answered with HTTP 429', /too many/],
    [{ status: 418 }, 'the server answered with HTTP 418', /rejects MCP requests/],
    [
      { status: 401 },
      'the server requires authorization (HTTP 401)',
      /"headers".*"Bearer env:NAME".*that environment variable/,
    ],
    [{ status: 403 }, 'the server denies access (HTTP 403)', /"Bearer env:NAME"/],
  ])('The error response %o gives the status and fitting advice', async (play, reason, check) => {
    expect(await toldOver(transport, play)).toEqual({ reason, check: expect.stringMatching(check) });
  });

  proves('L10', 'The reason for a redirect names the target without its credentials, query and fragment', async () => {
    const location = 'http://ada:pass@elsewhere.test/mcp?token=hidden#hidden';
    const { reason, check } = await toldOver(transport, { status: 307, headers: { location } });
    expect(reason).toBe('the server redirects to http://elsewhere.test/mcp');
    expect(check).toMatch(/^If the server has moved there/);
  });

  test.each([401, 403])('If credentials were sent, the reason for status %i is a rejected token', async (status) => {
    for (const sent of [{ Authorization: 'Bearer x-y-z' }, { 'X-Api-Key': 'x-y-z' }]) {
      expect((await toldOver(transport, { status }, { sent })).reason).toBe(
        `the server rejects the token (HTTP ${status})`,
      );
    }
    const { reason } = await toldOver(transport, { status }, { sent: { 'x-region': 'north' } });
    expect(reason).not.toContain('token');
  });

  test('An https address of a server without TLS gets the advice to try http', async () => {
    const server = await startHttp(({ response }) => response.end());
    expect(await told({ transport, url: `https://127.0.0.1:${server.port}/mcp`, headers: {} })).toEqual({
      reason: `cannot reach https://127.0.0.1:${server.port}: it does not speak TLS`,
      check: 'Try http:// instead of https://.',
    });
  });

  test('A server that does not speak HTTP is reported as such', async () => {
    const server = createServer((socket) => socket.on('error', () => {}).end('\u0015\u0003\u0001 no'));
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { reason, check } = await told({ transport, url: `http://127.0.0.1:${port}/mcp`, headers: {} });
    expect(reason).toBe(`cannot reach http://127.0.0.1:${port}: it does not speak HTTP`);
    expect(check).toContain('https://');
  });

  test('A port that fetch blocks is reported with the advice to use another port', async () => {
    const { reason, check } = await told({ transport, url: 'http://127.0.0.1:9/mcp', headers: {} });
    expect(reason).toBe('cannot reach http://127.0.0.1:9: fetch does not allow this port');
    expect(check).toContain('another port');
  });
});

describe('An address with the transport http or any', () => {
  test.each([
    ['text/html', PAGE, 'the server answered with text/html instead of an MCP message'],
    ['application/json', PAGE, 'the server answered with something that is not JSON'],
    ['application/json', '{}', 'the server answered with JSON that is not an MCP message'],
  ])('A successful response of type %s that is not MCP is reported: %s', async (type, body, reason) => {
    expect((await toldOver('http', { status: 200, body, headers: { 'content-type': type } })).reason).toBe(reason);
  });

  test.each([
    ['/sse', 404, /^Such an address usually belongs to an older server: omit "type", or set it to "sse"/],
    ['/sse/', 405, /belongs to an older server/],
    ['/mcp', 405, /Check the path\..*omit "type" or set it to "sse"/],
  ])(
    'The advice for path %s and status %i suggests the older transport if "type" is set to http',
    async (path, status, check) => {
      expect((await toldOver('http', { status }, { path })).check).toMatch(check);
      expect((await toldOver('any', { status }, { path })).check).not.toMatch(/type/);
    },
  );

  test("The reason for an HTTP error includes the server's message", async () => {
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

describe('A stdio program', () => {
  const announcedTool = (script: string, protocol: Server['protocol']) =>
    told({ transport: 'stdio', command: 'sh', args: ['-c', script], protocol });

  test.each(['legacy', 'modern', 'auto'] as const)(
    'A program that crashes at once is reported with its exit code (protocol %s)',
    async (protocol) => {
      for (const script of ['exit 3', 'exec 0<&-; exit 3', 'read line; exit 3']) {
        const { reason, check } = await announcedTool(script, protocol);
        expect(reason, script).toBe('the program ended with code 3 before it answered');
        expect(check).toContain('by hand');
      }
    },
  );

  test('A program that supports only the older MCP is reported as such if the settings require the newer one', async () => {
    const refusal = '{"jsonrpc":"2.0","id":\\1,"error":{"code":-32601,"message":"unknown"}}';
    const script = `read -r line; printf '%s\\n' "$line" | sed 's/.*"id":\\("[^"]*"\\|[0-9]*\\).*/${refusal}/'; read -r line`;
    const { reason } = await announcedTool(script, 'modern');
    expect(reason).toMatch(/does not support the newer MCP/);
  });
});
