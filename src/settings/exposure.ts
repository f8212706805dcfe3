import { BlockList, isIP } from 'node:net';
import type { Settings } from './schema.ts';

/** Why these settings must not be served, with the fix; undefined when they may: beyond this machine, only with a key. */
export function exposure({ host, keys }: Pick<Settings, 'host' | 'keys'>): string | undefined {
  if (keys.length > 0 || isLoopback(host)) return undefined;
  return `${host} can be reached from other machines, and there is no key.  Fix: "keys": ["env:TOOLPATH_KEY"], or "host": "127.0.0.1"`;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** A name other than localhost may mean any address. */
function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (bare === 'localhost') return true;
  const version = isIP(bare);
  return version !== 0 && loopback.check(bare, version === 4 ? 'ipv4' : 'ipv6');
}
