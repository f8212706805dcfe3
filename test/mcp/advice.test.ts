import { expect, onTestFinished } from 'vitest';
import { listen } from '../../src/doors/http.ts';
import { createLogger } from '../../src/log/index.ts';
import { proves } from '../requirements.ts';
import { settledGateway } from './gateways.ts';
import { startHttp } from './http/played-server.ts';

proves(
  'S2.mcp.retry-failure',
  'The advice for a server that requires a token appears unredacted in the log and in GET /servers',
  async () => {
    const server = await startHttp(({ response }) => response.writeHead(401).end());
    const gateway = await settledGateway({ guarded: { url: server.url } }, { mcp: { attempts: 1 } });
    onTestFinished(() => gateway.close());
    const [line] = gateway.told(/failed after 1 attempt/, 'guarded');

    const written: string[] = [];
    const log = createLogger({
      level: 'info',
      secrets: [],
      stream: { write: (text: string) => void written.push(text) },
    });
    log.error(line?.fields ?? {}, line?.message ?? '');
    const opened = await listen(gateway);
    if (!opened.ok) throw new Error(opened.reason);
    onTestFinished(() => opened.listening.drain(0));
    const { servers } = (await (await fetch(`${opened.listening.url}/servers`)).json()) as { servers: object[] };

    const shown = { check: expect.stringContaining('with the value "Bearer env:NAME"') };
    expect(JSON.parse(written.join(''))).toMatchObject({
      reason: 'the server requires authorization (HTTP 401)',
      ...shown,
    });
    expect(servers).toMatchObject([{ lastError: 'the server requires authorization (HTTP 401)', ...shown }]);
  },
);
