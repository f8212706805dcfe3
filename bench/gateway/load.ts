import { type Agent, type IncomingMessage, request as send } from 'node:http';

/** Address and headers of a request. */
export interface Target {
  readonly port: number;
  /** Path of the request; /v1/chat/completions if omitted. */
  readonly path?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer and its timing. */
export interface Timed {
  readonly text: string;
  /** Time until the awaited text arrived; NaN if it never did. */
  readonly awaitedMs: number;
  readonly allMs: number;
}

/** Sends one request and measures the time until the awaited text arrived and until the answer was complete. */
export async function timedPost(target: Target, agent: Agent, body: string, awaited: string): Promise<Timed> {
  const startedAt = performance.now();
  let awaitedMs: number | undefined;
  const text = await post(target, agent, body, (soFar) => {
    if (awaitedMs === undefined && soFar.includes(awaited)) awaitedMs = performance.now() - startedAt;
  });
  const allMs = performance.now() - startedAt;
  return { text, awaitedMs: awaitedMs ?? Number.NaN, allMs };
}

/** Sends one request with an ASCII body and reads the complete answer. Rejects unless it is a complete answer with status 200. */
export function post(
  { port, headers, path = '/v1/chat/completions' }: Target,
  agent: Agent,
  body: string,
  onText: (soFar: string) => void = () => {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = send(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        agent,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': body.length },
      },
      (response) => readAll(response, onText, resolve, reject),
    );
    request.on('error', reject);
    request.end(body);
  });
}

function readAll(
  response: IncomingMessage,
  onText: (soFar: string) => void,
  resolve: (text: string) => void,
  reject: (error: Error) => void,
): void {
  let text = '';
  response.setEncoding('latin1'); // the answers are ASCII, and latin1 is the cheapest encoding to decode
  response.on('data', (piece: string) => {
    text += piece;
    onText(text);
  });
  response.on('error', reject);
  response.on('end', () => {
    if (response.statusCode === 200 && response.complete) resolve(text);
    else reject(new Error(`The request failed with status ${response.statusCode}: ${text.slice(0, 400)}`));
  });
}
