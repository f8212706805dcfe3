import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export interface AddressOptions {
  /** The host of the server's URL. If it is an address, the user chose it, whatever it is. */
  readonly host: string;
  readonly lookup?: LookupFunction | undefined;
  /** Names that have led to a public address. Shared by all connections, because a server can end one to get another lookup. */
  readonly publicNames?: Set<string> | undefined;
}

/**
 * Decides at connect which addresses a server's name may lead to. What is checked is what is dialled: the answer of the
 * lookup goes to the socket, and there is no second one.
 *
 * - link-local addresses and those of cloud metadata services: never by name, only if the URL says the address itself;
 * - private and loopback addresses: if the name led there from the start, since people run servers at home and at work, but
 *   not after it led to a public one (DNS rebinding), and not together with one.
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

  /** For `net.connect`. */
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

  /** Why this host must not be dialled, if it is an address: such hosts are never looked up. */
  refusalOfLiteral(host: string): Error | undefined {
    const address = bare(host);
    if (isIP(address) === 0 || address === this.#host || !isIn(linkLocal, address)) return undefined;
    return refused(`${address} is a link-local address, and not the one in the server's URL`);
  }

  #refusalOfName(name: string, found: readonly LookupAddress[]): Error | undefined {
    const key = name.toLowerCase().replace(/\.$/, '');
    const addresses = found.map(({ address }) => address);
    const local = addresses.find((address) => isIn(linkLocal, address));
    if (local !== undefined) return refused(`"${name}" leads to ${local}, a link-local or metadata address`);
    const inside = addresses.find((address) => isIn(notPublic, address));
    const isPublic = addresses.some((address) => !isIn(notPublic, address));
    if (inside !== undefined && isPublic) {
      return refused(`"${name}" leads to a public address and to ${inside}, a private one`);
    }
    if (inside !== undefined && this.#publicNames.has(key)) {
      return refused(`"${name}" led to a public address before, and now to ${inside}, a private one`);
    }
    if (isPublic) this.#publicNames.add(key);
    return undefined;
  }
}

/** The names come from the settings, so there are few. */
const seenPublic = new Set<string>();

/** Without the brackets of a URL, and without a zone (`%eth0`). */
function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
}

function refused(reason: string): Error {
  return Object.assign(new Error(`not connected: ${reason}`), { code: 'ERR_ADDRESS_REFUSED' });
}

/** What is no address at all is in every list. IPv4 inside of IPv6 (`::ffff:7f00:1`) counts as what it is. */
function isIn(list: BlockList, address: string): boolean {
  const plain = bare(address);
  const version = isIP(plain);
  return version === 0 || list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

const linkLocal = listOf(
  '169.254.0.0/16',
  'fe80::/10',
  '100.100.100.200/32', // metadata at Alibaba
  '168.63.129.16/32', // at Azure
  '192.0.0.192/32', // at Oracle
  'fd00:ec2::/32', // at Amazon
  'fd20:ce::254/128', // at Google
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
      list.addSubnet(`64:ff9b::${net}`, 96 + Number(bits), 'ipv6'); // the same, as networks without IPv4 write it (NAT64)
    }
  }
  return list;
}
