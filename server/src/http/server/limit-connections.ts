import { BlockList, isIPv6, type Server, type Socket } from 'node:net';
import { addressBlock } from '../../platform/config/addresses.ts';

/**
 * Closes a client's connections beyond `maxConnections` (security 2.6), even idle ones. A client is an IPv4 address or
 * an IPv6 block, since an IPv6 user has a whole block. Trusted proxies serve many clients and are not limited.
 */
export function limitConnections(server: Server, maxConnections: number, proxies: readonly string[]): void {
  const isProxy = createProxyCheck(proxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
    if (isProxy(address)) return;
    const client = isIPv6(address) ? addressBlock(address) : address;
    const count = (open.get(client) ?? 0) + 1;
    if (count > maxConnections) return void socket.destroy();
    open.set(client, count);
    socket.once('close', () => {
      const remaining = (open.get(client) ?? 1) - 1;
      if (remaining === 0) open.delete(client);
      else open.set(client, remaining);
    });
  });
}

/** The range names that fastify's `trustProxy` accepts besides addresses and CIDRs (@fastify/proxy-addr). */
const namedRanges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

function createProxyCheck(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const each of proxies.flatMap((name) => namedRanges[name] ?? [name])) {
    const [address = '', bits] = each.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
