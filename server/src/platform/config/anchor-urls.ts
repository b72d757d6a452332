import { ConfigError } from './config-error.ts';
import { decodePart, folderOf, gatewayOptions, gatewayUrl, isSafeUrl } from './gateway-options.ts';
import { parseSyslogUrl, type SyslogSettings } from './syslog-url.ts';

/** A bucket with object lock. */
export interface S3AnchorSettings {
  kind: 's3';
  endpoint: URL;
  region: string;
  bucket: string;
  /** Empty, or it ends in a slash. */
  prefix: string;
  accessKey: string;
  secretKey: string;
  /** How long the bucket refuses to delete an anchor (compliance mode). */
  retainDays: number;
}

/** A place outside this machine that keeps signed checkpoints of the audit log. */
export type AnchorSettings =
  | S3AnchorSettings
  | ({ kind: 'syslog' } & SyslogSettings)
  | { kind: 'rfc3161'; url: URL }
  | { kind: 'mail'; to: string };

export interface Anchors {
  /** Folders of `file:`, for a copy of the checkpoint file. */
  folders: string[];
  remote: AnchorSettings[];
}

const variable = 'AUDIT_ANCHORS';
const s3Form = 's3://ACCESS_KEY:SECRET_KEY@BUCKET/PREFIX?region=eu-central-1';
const defaultRetainDays = 3_650;

/** `mailTo`: OPERATOR_EMAIL, where MAIL_URL delivers mail; else null. */
export interface MailAnchor {
  mailTo: string | null;
}

/**
 * Parses AUDIT_ANCHORS: places separated by commas. Unset, the operator gets a mail a day if mail is delivered. Throws
 * `ConfigError`.
 */
export function parseAnchors(text: string | undefined, { mailTo }: MailAnchor): Anchors {
  if (text === undefined) return { folders: [], remote: mailTo === null ? [] : [{ kind: 'mail', to: mailTo }] };
  const places = text.split(',').map((place) => place.trim());
  const folders = places.map(folderOf).filter((folder) => folder !== null);
  const remote = places.filter((place) => folderOf(place) === null).map((place) => parsePlace(place, mailTo));
  return { folders, remote };
}

function parsePlace(text: string, mailTo: string | null): AnchorSettings {
  if (text === 'mail') return { kind: 'mail', to: requireMail(mailTo) };
  if (text.startsWith('syslog+tls:')) return { kind: 'syslog', ...parseSyslogUrl(variable, text) };
  if (text.startsWith('s3:')) return parseS3(text);
  if (/^rfc3161\+https?:/.test(text)) return { kind: 'rfc3161', url: parseAuthority(text.slice('rfc3161+'.length)) };
  throw new ConfigError(
    variable,
    'each place, separated by commas, is file:FOLDER, s3://…, syslog+tls://HOST:PORT, rfc3161+https://… or mail. Write a comma in an address as %2C.',
  );
}

function requireMail(mailTo: string | null): string {
  if (mailTo === null)
    throw new ConfigError(
      variable,
      'mail needs OPERATOR_EMAIL, and a MAIL_URL that sends mail instead of writing files.',
    );
  return mailTo;
}

function parseAuthority(text: string): URL {
  const url = gatewayUrl(variable, text, 'rfc3161+https://tsa.example.com/tsr');
  if (!isSafeUrl(url)) throw new ConfigError(variable, 'a time-stamping authority on another machine needs https.');
  return url;
}

function parseS3(text: string): S3AnchorSettings {
  const url = gatewayUrl(variable, text, s3Form);
  const options = gatewayOptions(variable, url.search, ['region', 'endpoint', 'days']);
  const region = options.get('region');
  if (url.hostname === '' || url.username === '' || url.password === '' || !region)
    throw new ConfigError(variable, `an s3 place names key, secret, bucket and region: ${s3Form}.`);
  const endpoint = gatewayUrl(variable, options.get('endpoint') ?? `https://s3.${region}.amazonaws.com`, s3Form);
  if (!isSafeUrl(endpoint)) throw new ConfigError(variable, 'the endpoint of a bucket on another machine needs https.');
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  if (!/^[\w./-]*$/.test(prefix)) throw new ConfigError(variable, 'a prefix has letters, digits, /, ., _ and - alone.');
  return {
    kind: 's3',
    endpoint,
    region,
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    accessKey: decodePart(variable, url.username),
    secretKey: decodePart(variable, url.password),
    retainDays: parseDays(options.get('days') ?? String(defaultRetainDays)),
  };
}

function parseDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 36_500)
    throw new ConfigError(variable, 'days is a whole number from 1 to 36500.');
  return days;
}
