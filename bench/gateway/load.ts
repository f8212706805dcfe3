import { type Agent, type IncomingMessage, request as send } from 'node:http';

/** Where a request goes, and what it carries beside its body. */
export interface Target {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends one request and reads all of its answer. The body is ASCII. What is not a whole 200 is thrown. */
export function post({ port, headers }: Target, agent: Agent, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = send(
      {
        host: '127.0.0.1',
        port,
        path: '/v1/chat/completions',
        method: 'POST',
        agent,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': body.length },
      },
      (response) => readAll(response, resolve, reject),
    );
    request.on('error', reject);
    request.end(body);
  });
}

function readAll(response: IncomingMessage, resolve: (text: string) => void, reject: (error: Error) => void): void {
  let text = '';
  response.setEncoding('latin1'); // the answers are ASCII, and this is the cheapest way to read them
  response.on('data', (piece: string) => {
    text += piece;
  });
  response.on('error', reject);
  response.on('end', () => {
    if (response.statusCode === 200 && response.complete) resolve(text);
    else reject(new Error(`status ${response.statusCode}: ${text.slice(0, 400)}`));
  });
}
