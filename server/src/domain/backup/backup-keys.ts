import { readFile } from 'node:fs/promises';
import type { KeySource } from '../../platform/config/key-source.ts';
import { type AgeIdentity, createIdentity, parseIdentity } from '../../platform/crypto/age/age-keys.ts';
import { createSigningKeys, deriveKey, type SigningKeys } from '../../platform/crypto/derive-keys.ts';
import { fingerprint } from '../../platform/crypto/encrypt-value.ts';
import { KeySourceError } from '../../platform/keys/key-source-error.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { openMasterKey } from '../keys/open-master-key.ts';
import { BackupError } from './backup-error.ts';

/** The keys of backups, derived from the master key: whoever writes in the backup folder has neither. */
export interface BackupKeys extends SigningKeys {
  /** Decrypts backups that are encrypted to no recipients of the operator. */
  readonly identity: AgeIdentity;
}

export function deriveBackupKeys(master: Buffer): BackupKeys {
  return {
    ...createSigningKeys(deriveKey(master, 'medcloud backup manifests')),
    identity: createIdentity(deriveKey(master, 'medcloud backup parts')),
  };
}

/** The master key that a backup names. */
export interface BackupMasterKey {
  keyFingerprint: string;
  serviceWrappedKey?: string | undefined;
}

/** Derives the keys of a portal. Throws `BackupError` for a missing or wrong master key. No backup contains it. */
export async function readBackupKeys(
  source: KeySource,
  { keyFingerprint, serviceWrappedKey = undefined }: BackupMasterKey,
  clock: Clock,
): Promise<BackupKeys> {
  const known = [{ fingerprint: keyFingerprint, serviceWrapped: serviceWrappedKey ?? null }];
  const { key } = await openMasterKey(source, known, clock).catch((error: unknown) => {
    if (error instanceof KeySourceError) throw new BackupError(error.message, { cause: error });
    throw error;
  });
  if (fingerprint(key) === keyFingerprint) return deriveBackupKeys(key);
  throw new BackupError(
    `The encryption key is another one: the backup opens with the key of fingerprint ${keyFingerprint}. ` +
      'Set ENCRYPTION_KEY to it, or put its file back (0600). No backup holds it.',
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
