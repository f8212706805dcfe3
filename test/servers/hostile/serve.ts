import { type Definition, hostileDefinitions } from './definitions.ts';
import { type Served, type ServedTool, text, tools } from './tools.ts';
import { type Received, read, Wire } from './wire.ts';

/** Answers messages until stdin ends. */
export function serve(modes: ReadonlyMap<string, string>): void {
  const wire = new Wire(modes);
  const served: Served = {
    wire,
    listed: modes.has('definitions') ? [...hostileDefinitions] : definitions(Number(modes.get('tools') ?? 0)),
    cancelled: [],
    pings: 0,
    asked: new Map(),
  };
  const input = read((message) => {
    if (modes.has('deaf')) input.pause();
    receive(message, served, modes);
  });
  input.once('close', () => {
    if (modes.has('stubborn')) setInterval(() => {}, 1_000);
    else process.exit(0);
  });
}

function receive(message: Received, served: Served, modes: ReadonlyMap<string, string>): void {
  const { wire } = served;
  const { id, method, params = {} } = message;
  switch (method) {
    case undefined:
      served.asked.get(id)?.(message);
      return;
    case 'initialize':
      process.stderr.write('e'.repeat(Number(modes.get('stderr') ?? 0) * 1024 * 1024));
      if (!modes.has('mute')) wire.answer(id, introduction(params, !modes.has('no-changes')));
      return;
    case 'ping':
      served.pings++;
      wire.answer(id, {});
      return;
    case 'tools/list':
      if (modes.has('no-tools')) wire.refuse(id, -32_603, 'the list is lost');
      else wire.answer(id, page(served.listed, String(params.cursor ?? ''), modes));
      return;
    case 'tools/call':
      call(message, served);
      return;
    case 'notifications/cancelled':
      served.cancelled.push(params.requestId);
      return;
    default:
      if (id !== undefined) wire.refuse(id, -32_601, `Unknown method: ${method}`);
  }
}

function introduction(params: Readonly<Record<string, unknown>>, listChanged: boolean): object {
  return {
    protocolVersion: params.protocolVersion,
    capabilities: { tools: { listChanged } },
    serverInfo: { name: 'hostile', version: '1.0.0' },
  };
}

function call({ id, params = {} }: Received, served: Served): void {
  const {
    name,
    arguments: args = {},
    _meta: meta,
  } = params as {
    name: string;
    arguments?: Readonly<Record<string, unknown>>;
    _meta?: { progressToken?: number | string };
  };
  const tool: ServedTool | undefined = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (tool !== undefined) tool.answer({ id, args, served, progressToken: meta?.progressToken });
  else if (served.listed.some((listed) => listed.name === name)) served.wire.answer(id, text(JSON.stringify(args)));
  else served.wire.refuse(id, -32_602, `Unknown tool: ${name}`);
}

function page(listed: readonly object[], cursor: string, modes: ReadonlyMap<string, string>): object {
  const size = Number(modes.get('pages') ?? (modes.has('endless') ? 1 : listed.length));
  const start = Number(cursor);
  const end = start + size;
  const found = modes.has('endless') ? [{ name: `endless_${start}`, inputSchema: OBJECT }] : listed.slice(start, end);
  return { tools: found, ...((modes.has('endless') || end < listed.length) && { nextCursor: String(end) }) };
}

function definitions(more: number): Definition[] {
  const own = Object.entries(tools).map(([name, { answer: _, inputSchema = OBJECT, ...rest }]) => ({
    name,
    inputSchema,
    ...rest,
  }));
  const numbered = Array.from({ length: more }, (_, number) => ({
    name: `tool_${number}`,
    description: `Echoes its arguments, as number ${number}.`,
    inputSchema: { type: 'object', properties: { text: { type: 'string', description: 'what is echoed' } } },
  }));
  return [...own, ...numbered];
}

const OBJECT = { type: 'object' };
