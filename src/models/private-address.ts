import { BlockList, isIP } from 'node:net';

/**
 * Returns true if a URL leads to this machine or into a private network, as far as its host tells. Names are not resolved:
 * those without a dot, and those that local networks and container engines define, count as private.
 */
export function isPrivateAddress(url: string): boolean {
  const host = (URL.parse(url)?.hostname ?? '').replace(/^\[|[\].]$/g, '');
  const version = isIP(host);
  if (version !== 0) return privateAddresses.check(host, version === 4 ? 'ipv4' : 'ipv6');
  return host !== '' && (!host.includes('.') || PRIVATE_NAME.test(host));
}

const PRIVATE_NAME = /\.(?:local|localhost|lan|home\.arpa)$|^host\.(?:docker|containers)\.internal$/;

const privateAddresses = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // Tailscale and other virtual networks
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateAddresses.addSubnet(net, bits, 'ipv4');
}
privateAddresses.addSubnet('::', 127, 'ipv6'); // unspecified and loopback
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');
