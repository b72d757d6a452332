import { isLoopbackHost } from './addresses.ts';
import { ConfigError } from './config-error.ts';
import { decodePart, folderOf, gatewayOptions, gatewayUrl } from './gateway-options.ts';

/** `smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS`, or `smtps://…` for TLS from the first byte. */
export interface SmtpSettings {
  driver: 'smtp';
  host: string;
  port: number;
  /**
   * `at-once`: TLS from the first byte. `required`: STARTTLS is mandatory. `offered`: STARTTLS if offered, this machine
   * only.
   */
  tls: 'at-once' | 'required' | 'offered';
  login: { user: string; password: string } | null;
  from: { name: string; address: string };
}

export type MailSettings = { driver: 'file'; folder: string } | SmtpSettings;

const variable = 'MAIL_URL';
const form = 'smtp://USER:PASSWORD@mail.example.com:587?from=portal@example.com';
const defaultPorts = { 'smtp:': 587, 'smtps:': 465 }; // RFC 8314: submission, and submissions

/** Parses MAIL_URL. If unset, mail goes to files in `defaultFolder`. Throws `ConfigError`. */
export function parseMailUrl(text: string | undefined, defaultFolder: string): MailSettings {
  if (text === undefined) return { driver: 'file', folder: defaultFolder };
  const folder = folderOf(text);
  if (folder !== null) return { driver: 'file', folder };
  if (/^smtps?:/.test(text)) return parseSmtpUrl(text);
  throw new ConfigError(variable, `it must begin with file:, smtp:// or smtps://.`);
}

function parseSmtpUrl(text: string): SmtpSettings {
  const url = gatewayUrl(variable, text, form);
  const options = gatewayOptions(variable, url.search, ['from']);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === '') throw new ConfigError(variable, `the host is missing: ${form}.`);
  const isImplicitTls = url.protocol === 'smtps:';
  return {
    driver: 'smtp',
    host,
    port: url.port === '' ? defaultPorts[isImplicitTls ? 'smtps:' : 'smtp:'] : Number(url.port),
    tls: isImplicitTls ? 'at-once' : isLoopbackHost(host) ? 'offered' : 'required',
    login: parseLogin(url),
    from: parseFrom(options.get('from') ?? decodePart(variable, url.username)),
  };
}

function parseLogin(url: URL): SmtpSettings['login'] {
  if (url.username === '' && url.password === '') return null;
  if (url.username === '' || url.password === '')
    throw new ConfigError(variable, `a user name comes with a password: ${form}.`);
  return { user: decodePart(variable, url.username), password: decodePart(variable, url.password) };
}

/** `portal@example.com`, or `MedCloud <portal@example.com>`. */
function parseFrom(text: string): SmtpSettings['from'] {
  const [, name = '', address] = /^(?:([^<>"\r\n]*)<)?([^\s<>@"]+@[^\s<>@"]+)>?$/.exec(text) ?? [];
  if (address === undefined) throw new ConfigError(variable, `from must be the address that mail comes from: ${form}.`);
  return { name: name.trim(), address };
}
