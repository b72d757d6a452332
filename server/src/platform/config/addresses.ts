import { isIP } from 'node:net';

/** Returns whether a host name or address refers to this machine. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare.endsWith('.localhost') || isLoopbackAddress(bare);
}

/** Returns whether an IP address is ::1 or in 127.0.0.0/8, also in IPv4-mapped form. */
export function isLoopbackAddress(address: string): boolean {
  const bare = address.replace(/^::ffff:/i, '');
  return bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** Returns the block of addresses that counts as one client: /24 of IPv4, /48 of IPv6 (security 2.4). */
export function addressBlock(address: string): string {
  const bare = address.replace(/^::ffff:/i, '');
  if (isIP(bare) === 4) return `${bare.split('.').slice(0, 3).join('.')}.0/24`;
  if (isIP(bare) !== 6) return 'unknown';
  // URL writes an IPv6 address in canonical form, so its first groups can be taken.
  const canonical = new URL(`http://[${bare.split('%')[0]}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined ? front : [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
  return `${groups.slice(0, 3).join(':')}::/48`;
}
