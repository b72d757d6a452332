import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgeIdentity } from '../../platform/crypto/age/age-keys.ts';
import { BackupError } from './backup-error.ts';
import type { BackupKeys } from './backup-keys.ts';
import {
  getTablePath,
  keysFolder,
  type Manifest,
  manifestName,
  objectListName,
  rowsFolder,
  signatureName,
} from './manifest.ts';
import { checkPart } from './parts.ts';
import { checkSignature, type StoredManifest } from './signed-manifest.ts';

/** A backup whose origin is verified, and the keys that decrypt it. */
export interface OpenBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly isSigned: boolean;
  readonly identities: readonly AgeIdentity[];
}

export interface OpenOptions {
  keys: BackupKeys;
  /** Private keys of the operator, from `--identity`. */
  identities: readonly AgeIdentity[];
  /** Returns the name that the operator types to accept a backup without signature; null if they may not. */
  confirmUnsigned: ((name: string) => Promise<string>) | null;
}

/** Verifies who wrote a backup, and that it can be decrypted. Throws `BackupError`. */
export async function openBackup(folder: string, stored: StoredManifest, options: OpenOptions): Promise<OpenBackup> {
  const { manifest } = stored;
  const isSigned = checkSignature(stored, options.keys);
  if (!isSigned) await acceptUnsigned(manifest, options);
  const identities = [options.keys.identity, ...options.identities];
  const canDecrypt = identities.some(({ recipient }) => manifest.recipients.includes(recipient.text));
  if (manifest.recipients.length > 0 && !canDecrypt)
    throw new BackupError(
      `The backup ${manifest.id} is encrypted to ${manifest.recipients.join(', ')}. Give the file with the private key of one of them: --identity FILE`,
    );
  return { folder, manifest, isSigned, identities };
}

async function acceptUnsigned({ id }: Manifest, { confirmUnsigned }: OpenOptions): Promise<void> {
  if (confirmUnsigned === null)
    throw new BackupError(
      `The backup ${id} is not signed: anyone who could write in its folder may have changed it. Choose another with --backup. ` +
        'Add --accept-unsigned only if a version of MedCloud without signatures made it, and it could not be changed since.',
    );
  if ((await confirmUnsigned(id)).trim() !== id)
    throw new BackupError(`That is not the name of the folder, ${id}. Nothing was changed.`);
}

/** Verifies all parts of a backup before anything changes. Throws `BackupError` if one is changed, missing or added. */
export async function checkBackup(backup: Pick<OpenBackup, 'folder' | 'manifest'>): Promise<void> {
  const { folder, manifest } = backup;
  for (const table of manifest.tables) await checkPart(getTablePath(folder, manifest, table), table);
  await checkPart(join(folder, manifest.id, objectListName), manifest.objects);
  const isKeyTable = ({ name }: Manifest['tables'][number]) => name.startsWith(`${keysFolder}.`);
  const filesOf = (tables: Manifest['tables']) => tables.map(({ file }) => file);
  await checkNoOtherFiles(join(folder, manifest.id), [manifestName, signatureName, objectListName, rowsFolder]);
  await checkNoOtherFiles(
    join(folder, manifest.id, rowsFolder),
    filesOf(manifest.tables.filter((table) => !isKeyTable(table))),
  );
  await checkNoOtherFiles(join(folder, keysFolder, manifest.id), filesOf(manifest.tables.filter(isKeyTable)));
}

async function checkNoOtherFiles(folder: string, names: readonly string[]): Promise<void> {
  const [other] = (await readdir(folder)).filter((name) => !names.includes(name));
  if (other === undefined) return;
  throw new BackupError(
    `${join(folder, other)} does not belong to the backup: somebody added it. Fetch an unchanged copy of the folder, or choose another backup with --backup.`,
  );
}
