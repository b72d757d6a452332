import { isIP } from 'node:net';
import { isAbsolute, join, resolve } from 'node:path';
import { type AgeRecipient, parseRecipient } from '../crypto/age/age-keys.ts';
import { isLoopbackHost } from './addresses.ts';
import { type AnchorSettings, parseAnchors } from './anchor-urls.ts';
import { type BillingSettings, readBillingSettings } from './billing/billing-settings.ts';
import { type FiscalSettings, parseFiscalUrl } from './billing/fiscal-url.ts';
import { type PaymentSettings, parsePaymentsUrl } from './billing/payments-url.ts';
import { parseViesUrl } from './billing/vies-url.ts';
import { ConfigError } from './config-error.ts';
import { folderOf } from './gateway-options.ts';
import { defaultKeyPath, type KeySource, readKeySettings } from './key-source.ts';
import { type MailSettings, parseMailUrl } from './mail-url.ts';
import { readSwitch } from './read-switch.ts';
import { type RequiredFactor, readRequiredFactor } from './required-factor.ts';
import { parseScanUrl, type ScannerSettings } from './scan-url.ts';
import { parseSmsUrl, type SmsSettings } from './sms-url.ts';
import { parseSyslogUrl, type SyslogSettings } from './syslog-url.ts';

export { ConfigError } from './config-error.ts';
export type { MailSettings, SmtpSettings } from './mail-url.ts';
export type { ScannerSettings } from './scan-url.ts';
export type { SmsSettings, TwilioSettings, WebGatewaySettings } from './sms-url.ts';

/** `evaluation` on http://localhost, `production` on https: decided by PUBLIC_URL alone (product, "Sessions"). */
export type Posture = 'evaluation' | 'production';

export interface Operator {
  name?: string;
  email?: string;
  phone?: string;
  address?: string;
}

/** The settings of the environment, read once and checked before anything starts. */
export interface Config {
  host: string;
  port: number;
  publicUrl: URL;
  posture: Posture;
  /** The domain that passkeys are bound to (WebAuthn, relying party ID): the host of `publicUrl`, or a parent domain of it. */
  passkeyDomain: string;
  /** Whose accounts must have a second factor. */
  requiredFactor: RequiredFactor;
  /** CIDRs of the proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
  /** Maximum number of open connections of one address outside `trustedProxies` (security 2.6). */
  connectionsPerAddress: number;
  dataDir: string;
  databaseUrl: string | null;
  /** The login that owns the schema and migrates it. Needed with `databaseUrl`, as is the next. */
  databaseOwnerUrl: string | null;
  /** The login that only reads, for backups. */
  databaseBackupUrl: string | null;
  /** Only for `npm run logins`. */
  databaseSuperuserUrl: string | null;
  objectsFolder: string;
  /** Where the master key comes from. */
  keySource: KeySource;
  /** Where the next master key is kept, for `npm run keys:rotate`. Null: where the present one is. */
  nextKeySource: KeySource | null;
  /** To whom backups are encrypted. Empty: to a key derived from the master key. */
  backupRecipients: AgeRecipient[];
  adminEmail: string;
  adminPassword: string | null;
  sms: SmsSettings;
  /** Maximum number of SMS sent per day of `timeZone`. Further ones wait. */
  smsPerDay: number;
  mail: MailSettings;
  /** Mail is really delivered, so applicants can be asked to confirm their address (product, doctor's path 1). */
  canConfirmByMail: boolean;
  timeZone: string;
  operator: Operator;
  /** Who issues invoices, and where they are paid. */
  billing: BillingSettings;
  /** Where issued documents are reported. */
  fiscal: FiscalSettings;
  /** Where customers pay by card. Null: the portal takes bank transfers only. */
  payments: PaymentSettings | null;
  /** Where VAT numbers of other EU countries are checked; null: nowhere. */
  vies: string | null;
  /** Origins whose pages may call DICOMweb with an API token. */
  dicomWebOrigins: string[];
  logLevel: string;
  /**
   * Share of the store's disk for cached HTJ2K frames, 0 to 1. They make viewing faster, but viewing never needs them.
   */
  frameCacheShare: number;
  /** Maximum number of uploads that a center may start per day (security 2.4). */
  uploadsPerDay: number;
  /** Centers may let patients see their own pictures (decision 068). */
  canPatientsView: boolean;
  /** The virus scanner of uploads. Null: files are not scanned. */
  scanner: ScannerSettings | null;
  /** Folders for the signed checkpoints of the audit chain, outside the database: the data folder's first, then copies. */
  auditFolders: string[];
  /** Other places that keep checkpoints (AUDIT_ANCHORS). */
  anchors: AnchorSettings[];
  /** The log server that gets every audit event; null if none. */
  auditStream: SyslogSettings | null;
  /** Port of the metrics on the loopback interface; null: none. */
  metricsPort: number | null;
  /** `npm run dev`: Vite's server on the same port. */
  isDevelopment: boolean;
}

/** Reads the process's environment. No other code does. Throws `ConfigError`. */
export function readProcessConfig(): Config {
  return readConfig(process.env);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks the environment (product, "How it is run"). Throws `ConfigError` for an invalid setting. */
export function readConfig(environment: Environment): Config {
  const read = (name: string) => environment[name]?.trim() || undefined;
  const host = read('HOST') ?? '127.0.0.1';
  const port = parsePort('PORT', read('PORT') ?? '3000');
  const publicUrl = parsePublicUrl(read('PUBLIC_URL') ?? `http://localhost:${port}`);
  const posture = publicUrl.protocol === 'https:' ? 'production' : 'evaluation';
  if (!isLoopbackHost(host) && posture !== 'production') {
    throw new ConfigError(
      'HOST',
      `${host} is reached from outside, so PUBLIC_URL must be an https address. Set PUBLIC_URL, or leave HOST at 127.0.0.1.`,
    );
  }
  const dataDir = toAbsolutePath(read('DATA_DIR') ?? './data');
  const mail = resolveFolder(parseMailUrl(read('MAIL_URL'), join(dataDir, 'outbox')));
  const operator = readOperator(read);
  const keys = readKeySettings(read, toAbsolutePath);
  const mailTo = mail.driver === 'smtp' ? (operator.email ?? null) : null;
  const { folders, remote } = parseAnchors(read('AUDIT_ANCHORS'), { mailTo });
  return {
    host,
    port,
    publicUrl,
    posture,
    passkeyDomain: parsePasskeyDomain(read('PASSKEY_DOMAIN'), publicUrl),
    requiredFactor: readRequiredFactor(read, posture === 'production'),
    trustedProxies: parseProxies(read('TRUSTED_PROXIES'), posture, host),
    connectionsPerAddress: parseCount('CONNECTIONS_PER_ADDRESS', read('CONNECTIONS_PER_ADDRESS') ?? '64'),
    dataDir,
    databaseUrl: parseDatabaseUrl('DATABASE_URL', read),
    databaseOwnerUrl: parseDatabaseUrl('DATABASE_OWNER_URL', read),
    databaseBackupUrl: parseDatabaseUrl('DATABASE_BACKUP_URL', read),
    databaseSuperuserUrl: parseDatabaseUrl('DATABASE_SUPERUSER_URL', read),
    objectsFolder: parseFolder('STORAGE_URL', read('STORAGE_URL'), join(dataDir, 'objects')),
    keySource: keys.current ?? { kind: 'file', path: defaultKeyPath(dataDir) },
    nextKeySource: keys.next,
    backupRecipients: parseRecipients(read('BACKUP_RECIPIENTS')),
    adminEmail: parseEmail(read('ADMIN_EMAIL') ?? 'admin@medcloud.local'),
    adminPassword: read('ADMIN_PASSWORD') ?? null,
    sms: resolveFolder(parseSmsUrl(read('SMS_URL'), join(dataDir, 'outbox'))),
    smsPerDay: parseCount('SMS_PER_DAY', read('SMS_PER_DAY') ?? '5000'),
    mail,
    canConfirmByMail: mail.driver === 'smtp',
    timeZone: parseTimeZone(read('TIME_ZONE') ?? 'Europe/Athens'),
    operator,
    billing: readBillingSettings(read, posture),
    fiscal: resolveFolder(parseFiscalUrl(read('FISCAL_URL'), join(dataDir, 'outbox'), posture)),
    payments: parsePaymentsUrl(read('PAYMENTS_URL'), posture),
    vies: parseViesUrl(read('VIES_URL'), posture),
    dicomWebOrigins: parseOrigins(read('DICOMWEB_ORIGINS')),
    logLevel: parseLogLevel(read('LOG_LEVEL') ?? 'info'),
    frameCacheShare: parsePercent('FRAME_CACHE_PERCENT', read('FRAME_CACHE_PERCENT') ?? '20') / 100,
    uploadsPerDay: parseCount('UPLOADS_PER_DAY', read('UPLOADS_PER_DAY') ?? '200'),
    canPatientsView: readSwitch(read, 'PATIENT_VIEWING', 'on'),
    scanner: parseScanUrl(read('SCAN_URL')),
    auditFolders: [
      join(dataDir, 'audit'),
      ...[read('AUDIT_COPY_DIR'), ...folders].filter((path) => path !== undefined).map(toAbsolutePath),
    ],
    anchors: remote,
    auditStream: parseOptional(read('AUDIT_STREAM_URL'), (text) => parseSyslogUrl('AUDIT_STREAM_URL', text)),
    metricsPort: parseOptional(read('METRICS_PORT'), (text) => parsePort('METRICS_PORT', text)),
    isDevelopment: read('MEDCLOUD_DEV') === '1',
  };
}

function parseOptional<T>(text: string | undefined, parse: (text: string) => T): T | null {
  return text === undefined ? null : parse(text);
}

function parsePort(variable: string, text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigError(variable, `${text} is not a port number from 0 to 65535.`);
  return port;
}

function parsePublicUrl(text: string): URL {
  if (!URL.canParse(text))
    throw new ConfigError('PUBLIC_URL', `${text} is not an address such as https://portal.example.com.`);
  const url = new URL(text);
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    throw new ConfigError(
      'PUBLIC_URL',
      `${text} would carry patient data in the clear. Use an https address, or http://localhost to try the portal.`,
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ConfigError('PUBLIC_URL', `${text} must begin with https:// or http://localhost.`);
  if (url.pathname !== '/' || url.search || url.hash)
    throw new ConfigError('PUBLIC_URL', `${text} must have no path: the portal stands at the root of its host.`);
  return url;
}

/** Parses the domain of passkeys: the portal's host, or a parent domain of it with a dot, as browsers demand. Throws `ConfigError`. */
function parsePasskeyDomain(text: string | undefined, { hostname }: URL): string {
  const host = hostname.replace(/^\[|\]$/g, '');
  const domain = text?.toLowerCase() ?? host;
  const isParent = domain.includes('.') && host.endsWith(`.${domain}`) && isIP(host) === 0;
  if (domain === host || isParent) return domain;
  throw new ConfigError(
    'PASSKEY_DOMAIN',
    `${domain} must be the host of PUBLIC_URL (${host}) or a parent domain of it. Passkeys of another domain do not work there.`,
  );
}

function parseProxies(text: string | undefined, posture: Posture, host: string): string[] {
  if (text !== undefined) return text.split(/[\s,]+/).filter(Boolean);
  if (posture === 'evaluation') return [];
  if (isLoopbackHost(host)) return ['127.0.0.0/8', '::1/128'];
  throw new ConfigError(
    'TRUSTED_PROXIES',
    'PUBLIC_URL is https, so there is a proxy: set its addresses, such as 10.0.0.0/24.',
  );
}

/** Parses origins separated by blanks or commas: scheme, host and port, as a browser sends them. */
function parseOrigins(text: string | undefined): string[] {
  const origins = text?.split(/[\s,]+/).filter(Boolean) ?? [];
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new ConfigError('DICOMWEB_ORIGINS', `${origin} is not an origin such as https://viewer.example.com.`);
  return origins;
}

const databaseUrlHelp =
  'it is no address. Write postgres://USER:PASSWORD@HOST:5432/DATABASE, with the host even where it is localhost, and /, # and @ in the password as %2F, %23 and %40.';

function parseDatabaseUrl(variable: string, read: (name: string) => string | undefined): string | null {
  const text = read(variable);
  if (text === undefined) return null;
  if (!/^postgres(ql)?:\/\//.test(text)) throw new ConfigError(variable, 'it must begin with postgres://.');
  // Not a valid URL: one with a user but no host, or with an unescaped / or # in the password.
  if (!URL.canParse(text)) throw new ConfigError(variable, databaseUrlHelp);
  return text;
}

/** Parses a `file:` URL to a folder. Throws `ConfigError` for other schemes, which have no driver yet. */
function parseFolder(variable: string, text: string | undefined, defaultFolder: string): string {
  if (text === undefined) return defaultFolder;
  const folder = folderOf(text);
  if (folder === null)
    throw new ConfigError(
      variable,
      `only file: folders are supported by this version, not ${text.split(':', 1)[0]}:. Unset it, or give a file: folder.`,
    );
  return toAbsolutePath(folder);
}

/** Makes a gateway's folder absolute. Like DATA_DIR, it may be relative to the working directory at the start. */
function resolveFolder<S extends SmsSettings | MailSettings | FiscalSettings>(settings: S): S {
  return settings.driver === 'file' ? { ...settings, folder: toAbsolutePath(settings.folder) } : settings;
}

function parseRecipients(text: string | undefined): AgeRecipient[] {
  return (text?.split(/[\s,]+/).filter(Boolean) ?? []).map((name) => {
    const recipient = parseRecipient(name);
    if (recipient !== null) return recipient;
    throw new ConfigError(
      'BACKUP_RECIPIENTS',
      name.toUpperCase().startsWith('AGE-SECRET-KEY-')
        ? 'it holds a private key. Keep that offline, and give its public key, age1…, as age-keygen prints it.'
        : `${name} is not an age recipient such as age1… Make one with: age-keygen -o backup-identity.txt`,
    );
  });
}

function parseEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new ConfigError('ADMIN_EMAIL', `${text} is not an email address.`);
  return text.toLowerCase();
}

function parseTimeZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new ConfigError('TIME_ZONE', `${text} is not a time zone such as Europe/Athens.`);
  }
}

function parsePercent(variable: string, text: string): number {
  const percent = Number(text);
  if (text === '' || !(percent >= 0 && percent <= 100))
    throw new ConfigError(variable, `${text} is not a number from 0 to 100.`);
  return percent;
}

function parseCount(variable: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 1_000_000)
    throw new ConfigError(variable, `${text} is not a whole number from 1 to 1000000.`);
  return count;
}

function parseLogLevel(text: string): string {
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
  if (!levels.includes(text)) throw new ConfigError('LOG_LEVEL', `${text} is not one of ${levels.join(', ')}.`);
  return text;
}

function readOperator(read: (name: string) => string | undefined): Operator {
  const operator: Operator = {};
  const [name, email, phone, address] = ['NAME', 'EMAIL', 'PHONE', 'ADDRESS'].map((part) => read(`OPERATOR_${part}`));
  if (name) operator.name = name;
  if (email) operator.email = email;
  if (phone) operator.phone = phone;
  if (address) operator.address = address;
  return operator;
}

function toAbsolutePath(path: string): string {
  return isAbsolute(path) ? path : resolve(process.cwd(), path);
}
