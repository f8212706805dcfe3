import { type Fields, tell } from '../../core/index.ts';
import { failureOf, readRefusal } from './refusal.ts';
import type { Transport, WireRequest } from './transport.ts';

/** Sends small requests to a backend's server. Paths are below the base URL; responses are parsed JSON. */
export interface Server {
  get(path: string): Promise<unknown>;
  post(path: string, body: Fields): Promise<unknown>;
  /** The same server without the `/v1` that base URLs end in. */
  readonly root: Pick<Server, 'get' | 'post'>;
}

export interface QuestionsOptions {
  /** The backend's name, for failures. */
  readonly backend: string;
  readonly transport: Transport;
  readonly headers: string[];
  /** Returns the full path for one below the base URL, or below the base URL without its `/v1`. */
  readonly pathOf: (below: string, isFromRoot: boolean) => string;
  readonly hide: (text: string) => string;
  /** Returns the current time in milliseconds since 1970. */
  readonly date: () => number;
}

/** Creates a `Server` that sends each request once, without retries. Its methods reject with an error that says what failed. */
export function questionsTo(options: QuestionsOptions, signal: AbortSignal): Server {
  const { headers, pathOf } = options;
  const from = (isFromRoot: boolean): Pick<Server, 'get' | 'post'> => ({
    get: (path) => ask({ method: 'GET', path: pathOf(path, isFromRoot), headers }, options, signal),
    post: (path, body) => {
      const written = Buffer.from(JSON.stringify(body));
      return ask({ method: 'POST', path: pathOf(path, isFromRoot), headers, body: written }, options, signal);
    },
  });
  return { ...from(false), root: from(true) };
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
