import { readFile } from 'node:fs/promises';
import { type AgeIdentity, createIdentity, parseIdentity } from '../../platform/crypto/age/age-keys.ts';
import { deriveKey, deriveSigningKeys, type SigningKeys } from '../../platform/crypto/derive-keys.ts';
import { fingerprint } from '../../platform/crypto/encrypt-value.ts';
import { findMasterKey, type KeySource, masterKeyPath } from '../keys/app-keys.ts';
import { BackupError } from './backup-error.ts';

/** The keys of backups, derived from the master key: whoever writes in the backup folder has neither. */
export interface BackupKeys extends SigningKeys {
  /** Decrypts backups that are encrypted to no recipients of the operator. */
  readonly identity: AgeIdentity;
}

export function deriveBackupKeys(master: Buffer): BackupKeys {
  return {
    ...deriveSigningKeys(master, 'medcloud backup manifests'),
    identity: createIdentity(deriveKey(master, 'medcloud backup parts')),
  };
}

/** Derives the keys of a portal. Throws `BackupError` for a missing or wrong master key. No backup contains it. */
export async function readBackupKeys(source: KeySource, keyFingerprint: string): Promise<BackupKeys> {
  const master = await findMasterKey(source);
  if (master !== null && fingerprint(master) === keyFingerprint) return deriveBackupKeys(master);
  throw new BackupError(
    `${master === null ? 'There is no encryption key' : 'The encryption key is another one'}: the backup opens with the key of fingerprint ${keyFingerprint}. ` +
      `Set ENCRYPTION_KEY to it, or put its file at ${masterKeyPath(source.keysFolder)} (0600). No backup holds it.`,
  );
}

/** Formats the public key of the manifest's signature: SPKI (RFC 8410) in base64, as OpenSSL reads it. */
export function formatPublicKey({ verifying }: Pick<BackupKeys, 'verifying'>): string {
  return verifying.export({ type: 'spki', format: 'der' }).toString('base64');
}

/** Reads a file as age-keygen writes it: an identity a line, and comments. Throws `BackupError`. */
export async function readIdentities(path: string): Promise<AgeIdentity[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new BackupError(`${path} cannot be read. Give --identity the file that age-keygen wrote.`, { cause });
  });
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  const identities = lines.map(parseIdentity).filter((identity) => identity !== null);
  if (identities.length === 0 || identities.length < lines.length)
    throw new BackupError(`${path} holds another line than AGE-SECRET-KEY-1… Give the file that age-keygen wrote.`);
  return identities;
}
