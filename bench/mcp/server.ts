/**
 * A minimal MCP server, so that the benchmark measures the client. `node server.ts TOOLS DELAY_MS` lists TOOLS tools, in pages,
 * and answers `initialize` DELAY_MS milliseconds after its start.
 */
import { stdin, stdout } from 'node:process';

const [tools = 1, delayMs = 0] = process.argv.slice(2).map(Number);
const PAGE = 500;

interface Request {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly cursor?: string; readonly protocolVersion?: string };
}

function resultOf({ method, params }: Request): object {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'bench', version: '1' },
      };
    case 'tools/list':
      return pageFrom(Number(params?.cursor ?? 0));
    case 'tools/call':
      return { content: [{ type: 'text', text: 'done' }] };
    default:
      return {};
  }
}

function pageFrom(start: number): object {
  const end = Math.min(tools, start + PAGE);
  const page = Array.from({ length: end - start }, (_, place) => toolOf(start + place));
  return { tools: page, ...(end < tools ? { nextCursor: String(end) } : {}) };
}

/** Returns a tool of a typical size, a little under a kilobyte. */
function toolOf(number: number): object {
  const field = (name: string) => [name, { type: 'string', description: `What ${name} is for, in a sentence or two.` }];
  return {
    name: `tool_${number}`,
    description: `Does the thing that has the number ${number}. ${'It says in some words when to use it. '.repeat(6)}`,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(['path', 'query', 'limit', 'mode', 'encoding'].map(field)),
      required: ['path'],
    },
    annotations: { readOnlyHint: true },
  };
}

function answer(line: string): void {
  const request = JSON.parse(line) as Request;
  if (request.id === undefined) return;
  const write = (): void =>
    void stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, result: resultOf(request) })}\n`);
  if (request.method === 'initialize') setTimeout(write, Math.max(0, delayMs - performance.now()));
  else write();
}

let rest = '';
stdin.setEncoding('utf8');
stdin.on('data', (text: string) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) if (line !== '') answer(line);
});
stdin.on('end', () => process.exit(0));
