import { type Action, head, type Play, reply, wait } from './upstream.ts';

/**
 * Scripted answers of the Messages API for the upstream: streamed or in one piece, as the request asks. They match the
 * real API: the official SDK reads them in `clients/anthropic-sdk.test.ts`.
 *
 *     upstream.script(textMessage('Hello'), toolUseMessage([{ name: 'search', input: { q: 'x' } }]));
 *     upstream.script(message([{ type: 'thinking', thinking: 'hm', signature: 'c2ln' }, { type: 'text', text: 'Hello' }]));
 */
export type MessageBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object };

export interface MessageOptions {
  readonly stop?: string;
  /** Token counts: `[prompt, completion]`. */
  readonly tokens?: readonly [number, number];
  /** Further fields of the usage, such as cached tokens. */
  readonly usage?: object;
  /** Pause before each event. */
  readonly everyMs?: number;
  readonly model?: string;
}

export interface ScriptedToolUse {
  readonly name: string;
  readonly input?: object;
  readonly id?: string;
}

export function textMessage(text: string, options: MessageOptions = {}): Play {
  return message([{ type: 'text', text }], options);
}

/** An answer with calls, after the text if there is one. */
export function toolUseMessage(
  calls: readonly ScriptedToolUse[],
  { text = '', ...options }: MessageOptions & { readonly text?: string } = {},
): Play {
  return message([...said(text), ...calls.map(toolUse)], options);
}

/** An answer with a thinking block, then text or calls. If `thinking` is empty, the block has only its signature. */
export function thinkingMessage(
  thinking: string,
  {
    text = '',
    calls = [],
    signature = 'c2lnbmF0dXJl',
    ...options
  }: MessageOptions & {
    readonly text?: string;
    readonly calls?: readonly ScriptedToolUse[];
    readonly signature?: string;
  } = {},
): Play {
  return message([{ type: 'thinking', thinking, signature }, ...said(text), ...calls.map(toolUse)], options);
}

/** An answer with any blocks. The default stop reason is `tool_use` if there are calls, else `end_turn`. */
export function message(blocks: readonly MessageBlock[], options: MessageOptions = {}): Play {
  const { everyMs } = options;
  return ({ body }) => {
    if (body.stream !== true) return reply(200, wholeMessage(blocks, options));
    const events = eventActions(streamEvents(blocks, options));
    return everyMs === undefined ? events : events.flatMap((action) => [wait(everyMs), action]);
  };
}

/** The body of an error, for an error status or inside a stream. */
export function errorBody(type: string, text: string): object {
  return { type: 'error', error: { type, message: text }, request_id: 'req_1' };
}

/** Server-sent events, each with its type as its name. */
export function eventActions(events: readonly MessageEvent[]): Action[] {
  return [head(200, SSE), ...events.map(eventText)];
}

export function eventText(event: MessageEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

const SSE = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };

export type MessageEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** Returns all events that a server sends for these blocks, in order. */
export function streamEvents(blocks: readonly MessageBlock[], options: MessageOptions = {}): MessageEvent[] {
  const { usage, stop_reason: reason, ...begun } = wholeMessage(blocks, options);
  const { output_tokens: output, ...input } = usage;
  return [
    {
      type: 'message_start',
      message: { ...begun, content: [], stop_reason: null, usage: { ...input, output_tokens: 1 } },
    },
    { type: 'ping' },
    ...blocks.flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { container: null, stop_details: null, stop_reason: reason, stop_sequence: null },
      usage: { ...input, output_tokens: output },
    },
    { type: 'message_stop' },
  ];
}

function blockEvents(block: MessageBlock, index: number): MessageEvent[] {
  const [empty, deltas] = unfolded(block);
  return [
    { type: 'content_block_start', index, content_block: empty },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

/** Returns the block as it starts, and the deltas that follow. */
function unfolded(block: MessageBlock): [object, readonly object[]] {
  switch (block.type) {
    case 'text':
      return [
        { type: 'text', text: '', citations: null },
        piecesOf(block.text).map((text) => ({ type: 'text_delta', text })),
      ];
    case 'thinking':
      return [
        { type: 'thinking', thinking: '', signature: '' },
        [
          ...piecesOf(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: block.signature },
        ],
      ];
    case 'redacted_thinking':
      return [block, []];
    case 'tool_use': {
      const isBare = Object.keys(block.input).length === 0;
      const pieces = isBare ? [''] : ['', ...piecesOf(JSON.stringify(block.input))];
      return [
        { ...block, input: {}, caller: { type: 'direct' } },
        pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ];
    }
    default:
      return block satisfies never;
  }
}

function wholeMessage(blocks: readonly MessageBlock[], options: MessageOptions) {
  const { tokens: [prompt, completion] = [11, 7], usage = {}, model = 'mock', stop } = options;
  const isCalling = blocks.some(({ type }) => type === 'tool_use');
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: blocks.map(wholeBlock),
    container: null,
    diagnostics: null,
    stop_details: null,
    stop_reason: stop ?? (isCalling ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    usage: {
      cache_creation: null,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      inference_geo: null,
      input_tokens: prompt,
      output_tokens: completion,
      output_tokens_details: null,
      server_tool_use: null,
      service_tier: 'standard',
      speed: null,
      ...usage,
    },
  };
}

function wholeBlock(block: MessageBlock): object {
  if (block.type === 'text') return { ...block, citations: null };
  return block.type === 'tool_use' ? { ...block, caller: { type: 'direct' } } : block;
}

function said(text: string): MessageBlock[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function toolUse({ name, input = {}, id }: ScriptedToolUse, place: number): MessageBlock {
  return { type: 'tool_use', id: id ?? `toolu_${place}`, name, input };
}

/** Splits a text into pieces of four characters, about the size of a token. No character is split. */
function piecesOf(text: string): string[] {
  const characters = Array.from(text);
  const count = Math.ceil(characters.length / 4);
  return Array.from({ length: count }, (_, place) => characters.slice(place * 4, place * 4 + 4).join(''));
}
