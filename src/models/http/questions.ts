import { type Fields, tell } from '../../core/index.ts';
import { failureOf, readRefusal } from './refusal.ts';
import type { Transport, WireRequest } from './transport.ts';

/** Small questions to the server of a backend. Paths are below the base URL; answers are parsed JSON. */
export interface Server {
  get(path: string): Promise<unknown>;
  post(path: string, body: Fields): Promise<unknown>;
}

export interface QuestionsOptions {
  /** The backend's name, for failures. */
  readonly backend: string;
  readonly transport: Transport;
  readonly headers: string[];
  /** The whole path of one below the base URL. */
  readonly pathOf: (below: string) => string;
  readonly hide: (text: string) => string;
  /** Now, since 1970. */
  readonly date: () => number;
}

/** Asks without retries: whoever wants to know can ask again. Rejects with what went wrong, in words. */
export function questionsTo(options: QuestionsOptions, signal: AbortSignal): Server {
  const { headers, pathOf } = options;
  return {
    get: (path) => ask({ method: 'GET', path: pathOf(path), headers }, options, signal),
    post: (path, body) =>
      ask({ method: 'POST', path: pathOf(path), headers, body: Buffer.from(JSON.stringify(body)) }, options, signal),
  };
}

async function ask(
  request: WireRequest,
  { backend, transport, hide, date }: QuestionsOptions,
  signal: AbortSignal,
): Promise<unknown> {
  const sent = await transport.send(request, signal);
  if (!sent.ok) throw new Error(tell(sent.failure));
  const { head, exchange } = sent;
  if (head.status < 200 || head.status >= 300) {
    throw new Error(tell(failureOf(backend, await readRefusal(head, exchange, hide, date()))));
  }
  const pieces: string[] = [];
  for (let text = await exchange.read(); text !== undefined; text = await exchange.read()) pieces.push(text);
  if (exchange.failure !== undefined) throw new Error(tell(exchange.failure));
  return JSON.parse(pieces.join(''));
}
