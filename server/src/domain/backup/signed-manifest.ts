import { sign, verify } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SigningKeys } from '../../platform/crypto/derive-keys.ts';
import { BackupError } from './backup-error.ts';
import { type Manifest, manifestName, parseManifest, signatureName } from './manifest.ts';

/** Writes the manifest, and the Ed25519 signature of its bytes beside it. Syncs both. */
export async function writeManifest(folder: string, manifest: Manifest, { signing }: SigningKeys): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await writeSynced(join(folder, manifestName), bytes);
  await writeSynced(join(folder, signatureName), sign(null, bytes, signing));
}

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The manifest of a complete backup, not verified yet. */
export interface StoredManifest {
  readonly manifest: Manifest;
  readonly bytes: Buffer;
  /** Null for a backup of a version that did not sign. */
  readonly signature: Buffer | null;
}

/** Throws `BackupError` if the manifest is missing, damaged or that of another backup. */
export async function readManifest(folder: string, name: string): Promise<StoredManifest> {
  const path = join(folder, name, manifestName);
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new BackupError(`${path} cannot be read, so this is no whole backup. Choose another with --backup.`, {
      cause,
    });
  });
  const signature = await readFile(join(folder, name, signatureName)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  const manifest = parseManifest(bytes.toString('utf8'));
  if (manifest === null)
    throw new BackupError(
      `${path} is damaged, or written by a later version of MedCloud. Choose another with --backup.`,
    );
  if (manifest.id !== name)
    throw new BackupError(
      `The folder ${name} holds the backup ${manifest.id}: somebody exchanged it. Fetch an unchanged copy of the folder, or choose another with --backup.`,
    );
  return { manifest, bytes, signature };
}

/** Returns whether a manifest is signed with this key. Throws `BackupError` if its signature is wrong. */
export function checkSignature(
  { manifest, bytes, signature }: StoredManifest,
  { verifying }: Pick<SigningKeys, 'verifying'>,
): boolean {
  if (signature === null) return false;
  if (verify(null, bytes, verifying, signature)) return true;
  throw new BackupError(
    `The signature of the backup ${manifest.id} is wrong: its manifest was changed, or signed with the key of another portal. ` +
      'Do not restore it. Fetch an unchanged copy of the folder, or choose another with --backup.',
  );
}
