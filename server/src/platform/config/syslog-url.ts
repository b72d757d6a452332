import { ConfigError } from './config-error.ts';
import { gatewayOptions, gatewayUrl } from './gateway-options.ts';

/** `syslog+tls://HOST:PORT`: a receiver of RFC 5425. Its certificate is always verified. */
export interface SyslogSettings {
  host: string;
  port: number;
}

const form = 'syslog+tls://logs.example.com:6514';
const defaultPort = 6_514; // RFC 5425 4.1

/** Parses the address of a syslog receiver. Throws `ConfigError`, which names `variable`. */
export function parseSyslogUrl(variable: string, text: string): SyslogSettings {
  if (!text.startsWith('syslog+tls://')) throw new ConfigError(variable, `only syslog over TLS is supported: ${form}.`);
  const url = gatewayUrl(variable, text, form);
  gatewayOptions(variable, url.search, []);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === '') throw new ConfigError(variable, `the host is missing: ${form}.`);
  if (url.username !== '' || (url.pathname !== '' && url.pathname !== '/') || url.hash !== '')
    throw new ConfigError(variable, `it takes a host and a port, nothing else: ${form}.`);
  return { host, port: url.port === '' ? defaultPort : Number(url.port) };
}
