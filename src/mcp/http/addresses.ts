import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export interface AddressOptions {
  /** The host of the server's URL. If it is an IP address, it is allowed, because the user chose it. */
  readonly host: string;
  readonly lookup?: LookupFunction | undefined;
  /**
   * Names that have resolved to a public address. Shared by all connections, because a server can end a connection to cause
   * another lookup.
   */
  readonly publicNames?: Set<string> | undefined;
}

/**
 * Decides which addresses a server's name may resolve to. The checked addresses go directly to the socket, without a second
 * lookup.
 *
 * - Link-local addresses and addresses of cloud metadata services are allowed only if the URL contains the address itself.
 * - Private and loopback addresses are allowed if the name resolved to them from the start, since people run servers at home
 *   and at work. They are rejected after the name resolved to a public address (DNS rebinding), or together with one.
 */
export class Addresses {
  readonly #host: string;
  readonly #lookup: LookupFunction;
  readonly #publicNames: Set<string>;

  constructor({ host, lookup = systemLookup, publicNames = seenPublic }: AddressOptions) {
    this.#host = bare(host);
    this.#lookup = lookup;
    this.#publicNames = publicNames;
  }

  /** Lookup function for `net.connect`. Fails if one of the addresses is not allowed. */
  readonly lookup: LookupFunction = (name, options, callback) => {
    this.#lookup(name, { ...options, all: true }, (error, found, family) => {
      if (error !== null) return callback(error, []);
      const addresses: readonly LookupAddress[] =
        typeof found === 'string' ? [{ address: found, family: family ?? isIP(found) }] : found;
      const refusal = this.#refusalOfName(name, addresses);
      const [first] = addresses;
      if (refusal !== undefined) return callback(refusal, []);
      if (options.all === true || first === undefined) return callback(null, [...addresses]);
      callback(null, first.address, first.family);
    });
  };

  /** Returns the error if `host` is an IP address that is not allowed. IP addresses never reach `lookup`. */
  refusalOfLiteral(host: string): Error | undefined {
    const address = bare(host);
    if (isIP(address) === 0 || address === this.#host || !isIn(linkLocal, address)) return undefined;
    return refused(`${address} is a link-local address, but not the host of the server's URL`);
  }

  #refusalOfName(name: string, found: readonly LookupAddress[]): Error | undefined {
    const key = name.toLowerCase().replace(/\.$/, '');
    const addresses = found.map(({ address }) => address);
    const local = addresses.find((address) => isIn(linkLocal, address));
    if (local !== undefined) return refused(`"${name}" resolves to ${local}, a link-local or metadata address`);
    const inside = addresses.find((address) => isIn(notPublic, address));
    const isPublic = addresses.some((address) => !isIn(notPublic, address));
    if (inside !== undefined && isPublic) {
      return refused(`"${name}" resolves to a public address and to ${inside}, a private one`);
    }
    if (inside !== undefined && this.#publicNames.has(key)) {
      return refused(`"${name}" resolved to a public address before, but now to ${inside}, a private one`);
    }
    if (isPublic) this.#publicNames.add(key);
    return undefined;
  }
}

/** Never cleared: the names come from the settings, so there are few. */
const seenPublic = new Set<string>();

/** Removes the brackets of a URL host and the zone (`%eth0`) of an IPv6 address. */
function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
}

function refused(reason: string): Error {
  return Object.assign(new Error(`not connected: ${reason}`), { code: 'ERR_ADDRESS_REFUSED' });
}

/**
 * True if the address is in the list. Text that is not an IP address counts as listed. IPv4-mapped IPv6 addresses
 * (`::ffff:7f00:1`) count as their IPv4 address.
 */
function isIn(list: BlockList, address: string): boolean {
  const plain = bare(address);
  const version = isIP(plain);
  return version === 0 || list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

const linkLocal = listOf(
  '169.254.0.0/16',
  'fe80::/10',
  '100.100.100.200/32', // metadata service of Alibaba
  '168.63.129.16/32', // of Azure
  '192.0.0.192/32', // of Oracle
  'fd00:ec2::/32', // of Amazon
  'fd20:ce::254/128', // of Google
);

const notPublic = listOf(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/127', // unspecified and loopback
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
);

function listOf(...ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', bits] = range.split('/');
    if (isIP(net) === 6) list.addSubnet(net, Number(bits), 'ipv6');
    else {
      list.addSubnet(net, Number(bits), 'ipv4');
      list.addSubnet(`64:ff9b::${net}`, 96 + Number(bits), 'ipv6'); // the same range in NAT64 form
    }
  }
  return list;
}
