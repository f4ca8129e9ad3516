import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** An internet provider gives each customer at least a /64, and the customer may send from any address in it. */
const NETWORK_GROUPS = 4;

/**
 * Returns the sender that an address counts as: an IPv4 address, or the /64 of an IPv6 address. Any other
 * text is returned unchanged.
 */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] ?? address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : GROUPS - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right];
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
