import type { Client } from 'pg';

/** The numbers that PostgreSQL gives to a session, with which another connection can cancel the session's statement. */
export interface BackendKey {
  readonly processID: number;
  readonly secretKey: number;
}

/**
 * Asks the server to cancel what the session runs. `client` is a new client with the session's settings; it is used up. The server
 * does not answer, and it ignores the request if the session runs nothing.
 */
export function requestCancel(client: Client, key: BackendKey): void {
  const connection = client.connection as unknown as CancelConnection;
  const { stream } = connection;
  const send = () => connection.cancel(key.processID, key.secretKey);
  const timer = setTimeout(() => connection.stream.destroy(), REQUEST_MS);
  stream.on('close', () => clearTimeout(timer));
  connection.on('error', () => {}); // the session tries again, and is dropped in the end
  connection.on('sslconnect', send);
  connection.on('connect', () => {
    if (!client.ssl) send();
    else if (connection.sslNegotiation !== 'direct') connection.requestSsl();
  });
  if (client.host.startsWith('/')) connection.connect(`${client.host}/.s.PGSQL.${client.port}`);
  else connection.connect(client.port, client.host);
}

/** pg's connection. The published types lack these members, which pg's own `Client.cancel` uses. */
interface CancelConnection {
  readonly stream: Client['connection']['stream'];
  readonly sslNegotiation: string;
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
  on(event: 'connect' | 'sslconnect' | 'error', listener: () => void): unknown;
}

/** Time limit for connecting and sending. The session asks again before that. */
const REQUEST_MS = 2000;
