import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A scripted Messages server: asks for one tool, and answers after its result. It notes the times of its requests. */
export interface MessagesServer {
  readonly url: string;
  /** Milliseconds from the end of an answer with a call to the request with the result, for the requests since the last look. */
  takeHandOverMs(): readonly number[];
  close(): void;
}

export async function startMessagesServer(): Promise<MessagesServer> {
  let handOvers: number[] = [];
  let answeredAt: number | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    if (request.method !== 'POST' || !request.url?.startsWith('/v1/messages')) {
      response.writeHead(404).end('{}');
      return;
    }
    const { tools = [], messages } = JSON.parse(Buffer.concat(pieces).toString()) as Asked;
    if (answeredAt !== undefined) handOvers.push(performance.now() - answeredAt);
    const isAfterResult = JSON.stringify(messages.at(-1)).includes('tool_result');
    const name = tools[0]?.name;
    const blocks = isAfterResult || name === undefined ? [TEXT] : [TEXT, callOf(name)];
    answeredAt = undefined;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      eventsOf(blocks)
        .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
        .join(''),
    );
    if (blocks.length > 1) answeredAt = performance.now();
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeHandOverMs: () => {
      const taken = handOvers;
      handOvers = [];
      answeredAt = undefined;
      return taken;
    },
    close: () => server.close(),
  };
}

interface Asked {
  readonly tools?: readonly { readonly name: string }[];
  readonly messages: readonly object[];
}

interface Block {
  readonly start: object;
  readonly delta: object;
}

const TEXT: Block = {
  start: { type: 'text', text: '' },
  delta: { type: 'text_delta', text: 'Let me look at the clock.' },
};

function callOf(name: string): Block {
  return {
    start: { type: 'tool_use', id: 'toolu_1', name, input: {} },
    delta: { type: 'input_json_delta', partial_json: '{"zone":"UTC"}' },
  };
}

function eventsOf(blocks: readonly Block[]): readonly { readonly type: string }[] {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content: [] };
  const reason = blocks.length > 1 ? 'tool_use' : 'end_turn';
  return [
    {
      type: 'message_start',
      message: { ...message, stop_reason: null, usage: { input_tokens: 10, output_tokens: 1 } },
    },
    ...blocks.flatMap(({ start, delta }, index) => [
      { type: 'content_block_start', index, content_block: start },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ] as readonly { readonly type: string }[];
}
