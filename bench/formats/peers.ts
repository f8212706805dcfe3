import { hermesProtocol } from '@ai-sdk-tool/parser';
import { parsePartialJson } from 'ai';
import { createReader } from '../../src/formats/index.ts';
import { tools } from './texts.ts';

/** A parser for calls in the Hermes format. `read` parses the pieces one by one and returns the number of calls found. */
export interface Peer {
  readonly name: string;
  read(pieces: readonly string[]): Promise<number>;
}

export const peers: readonly Peer[] = [
  { name: 'toolpath', read: async (pieces) => readOurs(pieces) },
  { name: '@ai-sdk-tool/parser, hermesProtocol', read: readByMiddleware },
  { name: 'ai, parsePartialJson of the arguments at each piece', read: readByPartialJson },
];

function readOurs(pieces: readonly string[]): number {
  const reader = createReader({ formats: ['hermes'], tools });
  let calls = 0;
  for (const piece of pieces) for (const { type } of reader.push(piece)) if (type === 'call') calls++;
  for (const { type } of reader.end()) if (type === 'call') calls++;
  return calls;
}

async function readByMiddleware(pieces: readonly string[]): Promise<number> {
  const given = tools.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    name,
    description,
    inputSchema: parameters as never,
  }));
  const parser = hermesProtocol().createStreamParser({ tools: given });
  const writer = parser.writable.getWriter();
  const written = (async () => {
    await writer.write({ type: 'text-start', id: '0' });
    for (const delta of pieces) await writer.write({ type: 'text-delta', id: '0', delta });
    await writer.write({ type: 'text-end', id: '0' });
    await writer.close();
  })();
  let calls = 0;
  for await (const part of parser.readable) if (part.type === 'tool-call') calls++;
  await written;
  return calls;
}

/** Parses the complete text again at each piece, as applications that show arguments while they arrive do. */
async function readByPartialJson(pieces: readonly string[]): Promise<number> {
  let text = '';
  let isWhole = false;
  for (const piece of pieces) {
    text += piece;
    const { state } = await parsePartialJson(text.slice(text.indexOf('{')).replace(/\n<\/tool_call>$/, ''));
    isWhole = state === 'successful-parse';
  }
  return isWhole ? 1 : 0;
}
