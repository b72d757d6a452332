import { ConfigError } from './config-error.ts';
import { decodePart, gatewayOptions, gatewayUrl } from './gateway-options.ts';

/** Where clamd listens: a TCP port, or a socket of this machine. */
export type ScannerSettings = { host: string; port: number } | { path: string };

const variable = 'SCAN_URL';
const form = 'clamd://127.0.0.1:3310 or clamd:///run/clamav/clamd.ctl';
const defaultPort = 3_310; // clamd.conf(5), TCPSocket

/** Parses SCAN_URL; null if unset. Throws `ConfigError`. */
export function parseScanUrl(text: string | undefined): ScannerSettings | null {
  if (text === undefined) return null;
  if (!text.startsWith('clamd://')) throw new ConfigError(variable, `only clamd is supported: ${form}.`);
  const url = gatewayUrl(variable, text, form);
  gatewayOptions(variable, url.search, []);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const path = decodePart(variable, url.pathname === '/' ? '' : url.pathname);
  if (url.username !== '' || url.password !== '' || url.hash !== '' || (host === '') === (path === ''))
    throw new ConfigError(variable, `it takes a host and a port, or the path of a socket: ${form}.`);
  return host === '' ? { path } : { host, port: url.port === '' ? defaultPort : Number(url.port) };
}
