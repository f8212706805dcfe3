import { type Agent, type IncomingMessage, request as send } from 'node:http';

/** Where a request goes, and what it carries beside its body. */
export interface Target {
  readonly port: number;
  /** Where chat completions are not answered. */
  readonly path?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What came, and how long its client waited for it. */
export interface Timed {
  readonly text: string;
  /** Until the awaited text was there. */
  readonly awaitedMs: number;
  readonly allMs: number;
}

/** Looks at the clock when the answer has come as far as the awaited text, and when it is all there. */
export async function timedPost(target: Target, agent: Agent, body: string, awaited: string): Promise<Timed> {
  const startedAt = performance.now();
  let awaitedMs: number | undefined;
  const text = await post(target, agent, body, (soFar) => {
    if (awaitedMs === undefined && soFar.includes(awaited)) awaitedMs = performance.now() - startedAt;
  });
  const allMs = performance.now() - startedAt;
  return { text, awaitedMs: awaitedMs ?? Number.NaN, allMs };
}

/** Sends one request and reads all of its answer. The body is ASCII. What is not a whole 200 is thrown. */
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
  response.setEncoding('latin1'); // the answers are ASCII, and this is the cheapest way to read them
  response.on('data', (piece: string) => {
    text += piece;
    onText(text);
  });
  response.on('error', reject);
  response.on('end', () => {
    if (response.statusCode === 200 && response.complete) resolve(text);
    else reject(new Error(`status ${response.statusCode}: ${text.slice(0, 400)}`));
  });
}
