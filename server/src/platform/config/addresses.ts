import { isIP } from 'node:net';

/** Whether a host name or address is this machine itself. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare.endsWith('.localhost') || isLoopbackAddress(bare);
}

/** Whether an IP address is in 127.0.0.0/8 or is ::1, also in its IPv4-mapped form. */
export function isLoopbackAddress(address: string): boolean {
  const bare = address.replace(/^::ffff:/i, '');
  return bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** The block that counts as one caller: /24 of IPv4, /48 of IPv6 (security 2.4). */
export function addressBlock(address: string): string {
  const bare = address.replace(/^::ffff:/i, '');
  if (isIP(bare) === 4) return `${bare.split('.').slice(0, 3).join('.')}.0/24`;
  if (isIP(bare) !== 6) return 'unknown';
  // URL writes an IPv6 address in its one canonical form; its groups are then counted from the front.
  const canonical = new URL(`http://[${bare.split('%')[0]}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined ? front : [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
  return `${groups.slice(0, 3).join(':')}::/48`;
}
