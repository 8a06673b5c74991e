import ipaddr from 'ipaddr.js';

/** What CALLBACK_ALLOW names in spite of the rules: addresses, ranges, or one host with its port. */
export interface AllowList {
  ranges: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];
  /** 'shop.internal:8443' */
  hosts: ReadonlySet<string>;
}

const HOST_AND_PORT = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+):(\d{1,5})$/;

/** Reads the setting; null where an entry is neither an address, nor a range, nor a host with a port. */
export function readAllowList(text: string): AllowList | null {
  const ranges: [ipaddr.IPv4 | ipaddr.IPv6, number][] = [];
  const hosts = new Set<string>();
  for (const entry of text.toLowerCase().split(/[\s,]+/)) {
    if (!entry) continue;
    const address = readAddress(entry);
    if (address) ranges.push([address, address.kind() === 'ipv4' ? 32 : 128]);
    else if (ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry));
    else if (HOST_AND_PORT.test(entry)) hosts.add(entry);
    else return null;
  }
  return { ranges, hosts };
}

/** Words for ranges, as proxies' own documentation uses them. */
const RANGES: Record<string, string> = {
  loopback: '127.0.0.0/8 ::1/128',
  linklocal: '169.254.0.0/16 fe80::/10',
  uniquelocal: '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7',
};

/** Reads TRUST_PROXY; null where an entry is neither an address, nor a range, nor one of the words. */
export function readProxies(text: string): AllowList | null {
  const list = readAllowList(text.replace(/\w+/g, (word) => RANGES[word] ?? word));
  return list?.hosts.size ? null : list;
}

/** As a resolver writes addresses; 127.1 and 0x7f000001 are none. */
const readAddress = (text: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? ipaddr.parse(text) : null;

export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

export const isNamed = (address: string, { ranges }: AllowList): boolean => {
  const parsed = readAddress(address);
  return (
    parsed !== null &&
    ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits))
  );
};

/** What IANA gives out for the public internet over IPv6. */
const GLOBAL: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * True for an address of the public internet and nothing else: not this machine, its networks, the
 * carrier's, a group, an example, nor an IPv4 address in the clothes of IPv6.
 */
export function isPublic(address: string): boolean {
  const parsed = readAddress(address);
  if (parsed?.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL);
}
