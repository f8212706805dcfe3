import { Hono } from 'hono';
import type { Gateway } from '../gateway.ts';
import type { ServerReport } from '../mcp/index.ts';
import { refusal } from './raw.ts';
import { reject } from './status.ts';

/** Serves the state of the MCP servers: what `toolpath tools` shows, as data. `tools` counts only tools that models can see. */
export function serversDoor({ servers, listings, redactor }: Gateway): Hono {
  const door = new Hono();
  // A server's own messages may contain the secrets that it was given.
  const hide = (_name: string, value: unknown) => (typeof value === 'string' ? redactor.text(value) : value);
  const send = (body: { readonly servers: readonly ServerReport[] } | ServerReport) =>
    new Response(JSON.stringify(body, hide), { headers: { 'content-type': 'application/json' } });

  const reports = (): readonly ServerReport[] => {
    const byServer = Map.groupBy(listings.all(), ({ server }) => server);
    return servers.servers().map((report) => ({ ...report, tools: byServer.get(report.name)?.length ?? 0 }));
  };

  door.get('/', () => send({ servers: reports() }));

  door.get('/:name', (context) => {
    const asked = context.req.param('name');
    const report = reports().find(({ name }) => name === asked);
    if (report !== undefined) return send(report);
    return refusal(
      reject('unknown_server', `Unknown MCP server ${JSON.stringify(asked)}. GET /servers lists all servers.`),
    );
  });

  return door;
}
