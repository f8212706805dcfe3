import { type AddressInfo, type ListenOptions, Server } from 'node:net';

/**
 * Preloaded into a server program: makes it listen on the loopback address only, and sends its actual port to the parent
 * process. Third-party servers listen on all addresses, and report the port that they were given, which is 0.
 */
const listen = Server.prototype.listen as (this: Server, options: ListenOptions, done?: () => void) => Server;

Server.prototype.listen = function listenHere(this: Server, port: unknown, ...rest: readonly unknown[]): Server {
  this.once('listening', () => process.send?.((this.address() as AddressInfo).port));
  const done = rest.find((given) => typeof given === 'function') as (() => void) | undefined;
  return listen.call(this, { port: Number(port), host: '127.0.0.1' }, done);
} as typeof Server.prototype.listen;
