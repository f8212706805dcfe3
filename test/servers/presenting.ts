import { createInterface } from 'node:readline';

/**
 * An MCP server on stdio whose definitions and results use every field that MCP defines for clients. `read_log` is defined as
 * FastMCP defines a tool `-> str`: with an output schema, and with the text once as content and once as structured content.
 */
export const definitions = [
  {
    name: 'read_log',
    title: 'Read a log',
    description: 'Returns a text of the given number of characters.',
    inputSchema: { type: 'object', properties: { characters: { type: 'integer' } } },
    outputSchema: {
      type: 'object',
      properties: { result: { type: 'string', title: 'Result' } },
      required: ['result'],
      title: 'read_logOutput',
    },
    annotations: { title: 'Log reader', readOnlyHint: true },
    icons: [{ src: 'data:image/svg+xml;base64,PHN2Zy8+', mimeType: 'image/svg+xml', sizes: ['any'] }],
    execution: { taskSupport: 'forbidden' },
    _meta: { 'example.com/tags': ['log'], 'ui/resourceUri': 'ui://log' },
  },
  { name: 'everything', title: 'All blocks', inputSchema: { type: 'object' } },
  { name: 'complain', inputSchema: { type: 'object' } },
];

export const everything = {
  content: [
    { type: 'text', text: 'words', annotations: { audience: ['user'], priority: 0.5 }, _meta: { a: 1 } },
    { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png', _meta: { b: 2 } },
    { type: 'audio', data: 'UklGRiQAAABXQVZF', mimeType: 'audio/wav' },
    { type: 'resource', resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: 'inside', _meta: { c: 3 } } },
    { type: 'resource', resource: { uri: 'file:///a.bin', mimeType: 'application/octet-stream', blob: 'AAEC' } },
    {
      type: 'resource_link',
      uri: 'file:///report.pdf',
      name: 'report.pdf',
      title: 'Report',
      description: 'The yearly report.',
      mimeType: 'application/pdf',
      size: 12_345,
      icons: [{ src: 'https://example.com/icon.png' }],
    },
  ],
  structuredContent: { nested: { list: [1, null, 'x'] } },
  _meta: { 'example.com/trace': 'abc', progress: 1 },
};

export const complaint = {
  content: [{ type: 'text', text: 'no such file' }],
  structuredContent: { code: 'ENOENT' },
  _meta: { 'example.com/retry': false },
  isError: true,
};

if (import.meta.main) {
  for await (const line of createInterface({ input: process.stdin })) answer(JSON.parse(line));
}

function answer({ id, method, params }: { id?: number; method: string; params?: Record<string, unknown> }): void {
  if (id === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: resultOf(method, params) })}\n`);
}

function resultOf(method: string, params: Record<string, unknown> = {}): object {
  if (method === 'initialize') {
    const serverInfo = { name: 'presenting', version: '1' };
    return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
  }
  if (method === 'tools/list') return { tools: definitions };
  if (method !== 'tools/call') return {};
  if (params.name === 'everything') return everything;
  if (params.name === 'complain') return complaint;
  const { characters = 10, secret = '' } = params.arguments as { characters?: number; secret?: string };
  const text = `${process.env.LOG_TOKEN ?? secret} ${'é"\n'.repeat(characters / 3)}`;
  return { content: [{ type: 'text', text }], structuredContent: { result: text } };
}
