import { connect } from 'node:net';

/** Writes bytes to a server's socket and returns everything that the server sends until it closes the connection. */
export function exchange(url: string, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(request));
    let answer = '';
    socket.setTimeout(10_000, () => socket.destroy(new Error(`The server left the connection open after: ${answer}`)));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

/** Parses the status and the JSON body of one answer of `exchange`. */
export function parsed(answer: string): { readonly status: number; readonly body: unknown } {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}
