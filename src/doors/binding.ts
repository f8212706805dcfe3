import { createServer, type Server } from 'node:http';
import type { Gateway } from '../gateway.ts';
import { Guard } from './guard.ts';

/** Starts listening. Resolves to undefined, or to a message that explains why the address cannot be opened. */
export function bind(server: Server, host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(bindProblem(error, host, port)));
    server.listen(port, host, () => resolve(undefined));
  });
}

/** Returns the message that explains why the gateway could not listen now, or undefined. Leaves no open port behind. */
export async function whyNotListen({ host, port, keys }: ListenSettings): Promise<string | undefined> {
  const { refusal } = new Guard(host, keys);
  if (refusal !== undefined) return refusal;
  const server = createServer();
  const problem = await bind(server, host, port);
  if (problem === undefined) await new Promise((resolve) => server.close(resolve));
  return problem;
}

type ListenSettings = Pick<Gateway['settings'], 'host' | 'port' | 'keys'>;

function bindProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use, perhaps by another Toolpath. Stop that program, or choose another port: --port ${port + 1} (npm start -- --port ${port + 1}).`;
    case 'EACCES':
      return `This user has no permission to use port ${port}. Choose a port above 1023, for example with "--port 18741".`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `"${host}" is not an address of this machine. Try "--host 127.0.0.1".`;
    default:
      return `Cannot listen on ${host}:${port}: ${error.message}`;
  }
}
