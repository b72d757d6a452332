import { join } from 'node:path';
import { ConfigError } from './config-error.ts';
import { decodePart, folderOf, gatewayOptions, gatewayUrl, isSafeUrl } from './gateway-options.ts';

/** A key of AWS KMS that wraps the master key. */
export interface AwsKmsSettings {
  kind: 'awskms';
  /** ARN of the key. */
  keyId: string;
  region: string;
  endpoint: URL;
  accessKey: string;
  secretKey: string;
  /** Only with temporary credentials. */
  sessionToken: string | null;
}

/** A key of Vault's transit engine that wraps the master key. */
export interface VaultSettings {
  kind: 'vault';
  /** Address of the server, with the path of the mounted engine: `https://vault:8200/transit`. */
  engine: URL;
  keyName: string;
  token: string;
}

/** Where the master key comes from (ENCRYPTION_KEY). */
export type KeySource =
  | { kind: 'value'; key: Buffer }
  | { kind: 'file'; path: string }
  | AwsKmsSettings
  | VaultSettings;

/** Credentials for the services, from the variables that their own programs read too. */
interface Credentials {
  accessKey: string | undefined;
  secretKey: string | undefined;
  sessionToken: string | undefined;
  vaultToken: string | undefined;
}

interface KeySettings {
  /** From ENCRYPTION_KEY; null if it is unset. */
  current: KeySource | null;
  /** From ENCRYPTION_KEY_NEXT. */
  next: KeySource | null;
}

const awsForm = 'awskms:arn:aws:kms:REGION:ACCOUNT:key/ID';
const vaultForm = 'vault:https://HOST:8200/transit/KEY';

/** Returns the path of the key file that the portal creates by default. */
export function defaultKeyPath(dataDir: string): string {
  return join(dataDir, 'keys', 'master.key');
}

/** Parses ENCRYPTION_KEY and ENCRYPTION_KEY_NEXT. Throws `ConfigError`. */
export function readKeySettings(
  read: (name: string) => string | undefined,
  toAbsolutePath: (path: string) => string,
): KeySettings {
  const credentials = {
    accessKey: read('AWS_ACCESS_KEY_ID'),
    secretKey: read('AWS_SECRET_ACCESS_KEY'),
    sessionToken: read('AWS_SESSION_TOKEN'),
    vaultToken: read('VAULT_TOKEN'),
  };
  const parse = (variable: string) => parseKeySource(variable, read(variable), credentials, toAbsolutePath);
  return { current: parse('ENCRYPTION_KEY'), next: parse('ENCRYPTION_KEY_NEXT') };
}

function parseKeySource(
  variable: string,
  text: string | undefined,
  credentials: Credentials,
  toAbsolutePath: (path: string) => string,
): KeySource | null {
  if (text === undefined) return null;
  const path = folderOf(text);
  if (path !== null) return { kind: 'file', path: toAbsolutePath(path) };
  if (text.startsWith('awskms:')) return parseAwsKms(variable, text.slice('awskms:'.length), credentials);
  if (text.startsWith('vault:')) return parseVault(variable, text.slice('vault:'.length), credentials);
  return { kind: 'value', key: parseValue(variable, text) };
}

function parseValue(variable: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32)
    throw new ConfigError(
      variable,
      `it must be 32 bytes in base64; this is ${key.length}. Make one with: openssl rand -base64 32. Or write file:PATH, ${awsForm} or ${vaultForm}.`,
    );
  return key;
}

function parseAwsKms(variable: string, text: string, credentials: Credentials): AwsKmsSettings {
  const [keyId = '', ...query] = text.split('?');
  const region = /^arn:aws[\w-]*:kms:([\w-]+):\d{12}:(?:key|alias)\/[\w/-]+$/.exec(keyId)?.[1];
  if (region === undefined) throw new ConfigError(variable, `it must name a key of AWS KMS by its ARN: ${awsForm}.`);
  const options = gatewayOptions(variable, query.join('?'), ['endpoint']);
  const endpoint = gatewayUrl(variable, options.get('endpoint') ?? `https://kms.${region}.amazonaws.com`, awsForm);
  if (!isSafeUrl(endpoint)) throw new ConfigError(variable, 'an endpoint on another machine needs https.');
  const { accessKey, secretKey, sessionToken = null } = credentials;
  if (accessKey === undefined || secretKey === undefined)
    throw new ConfigError(variable, 'awskms: needs the credentials AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  return {
    ...{ kind: 'awskms', keyId, region, endpoint, accessKey, secretKey },
    sessionToken,
  };
}

function parseVault(variable: string, text: string, { vaultToken: token }: Credentials): VaultSettings {
  const url = gatewayUrl(variable, text, vaultForm);
  if (!isSafeUrl(url)) throw new ConfigError(variable, 'a Vault on another machine needs https.');
  const parts = url.pathname.split('/').filter(Boolean);
  const keyName = decodePart(variable, parts.pop() ?? '');
  if (parts.length === 0 || !/^[\w.-]+$/.test(keyName))
    throw new ConfigError(variable, `it must name the engine and the key: ${vaultForm}.`);
  if (token === undefined) throw new ConfigError(variable, 'vault: needs a token in VAULT_TOKEN.');
  return { kind: 'vault', engine: new URL(`/${parts.join('/')}`, url), keyName, token };
}
