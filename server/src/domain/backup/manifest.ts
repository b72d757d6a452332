import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/*
 * A folder of backups:
 *
 *   objects/<two digits>/<id>    encrypted files as the store has them, shared by all backups
 *   keys/<backup>/               wrapped keys, separate: without them no patient data can be read
 *   <backup>/rows/               all other tables in COPY's text format, gzip, encrypted (age)
 *   <backup>/objects.txt.gz      one line per object, by id: id, bytes, SHA-256
 *   <backup>/manifest.json       the content of the backup with the SHA-256 of each part; written last
 *   <backup>/manifest.sig        Ed25519 signature of the manifest's bytes
 *
 * Only a complete backup has its final name: until then it ends in `.part`. The list of objects is not encrypted: it
 * holds nothing that their folder does not show, and the next backup needs it where only recipients can decrypt.
 */

export const objectsFolder = 'objects';
export const keysFolder = 'keys';
export const objectListName = 'objects.txt.gz';
export const rowsFolder = 'rows';
export const manifestName = 'manifest.json';
export const signatureName = 'manifest.sig';
export const partSuffix = '.part';

const partShape = z.object({ bytes: z.number().int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const fileName = z.string().regex(/^\w[\w.]*$/);
const manifestShape = z.object({
  /** 1: neither signed nor encrypted, until November 2026. */
  format: z.union([z.literal(1), z.literal(2)]),
  id: z.string(),
  takenAt: z.string(),
  postgres: z.string(),
  /** The applied migrations. A later version migrates the schema further; an earlier version rejects it. */
  migrations: z.array(z.string()).min(1),
  /** The installation's id, also stored in its file store. */
  installation: z.string(),
  /** Identifies the master key without revealing it. */
  keyFingerprint: z.string(),
  /** The master key wrapped by KMS or Vault, if it came from there. */
  serviceWrappedKey: z.string().optional(),
  /** The age recipients that can decrypt the rows and keys; none in format 1. */
  recipients: z.array(z.string()).default([]),
  counters: z.array(z.object({ table: z.string(), column: z.string(), last: z.number() })),
  tables: z.array(
    z
      .object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.number().int(), file: fileName })
      .extend(partShape.shape),
  ),
  objects: partShape.extend({ count: z.number().int(), originals: z.number().int(), storedBytes: z.number().int() }),
});

export type Manifest = z.infer<typeof manifestShape>;
export type PartFacts = z.infer<typeof partShape>;

const backupNamePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

/** Formats the name of a backup started at this time. Names sort by time. */
export function formatBackupName(at: Date): string {
  return at.toISOString().replaceAll(':', '-');
}

/** Parses the start time of a backup from its name. */
export function parseBackupTime(name: string): Date {
  const [day, time = ''] = name.split('T');
  return new Date(`${day}T${time.replace('-', ':').replace('-', ':')}`);
}

/** Lists the complete backups of a folder, oldest first; none if there is no such folder. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => backupNamePattern.test(name)).sort();
}

/** Parses a manifest. Returns null if it is damaged or of a later version. */
export function parseManifest(text: string): Manifest | null {
  try {
    return manifestShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null; // not JSON
  }
}

/** Returns where the rows of a table are. */
export function getTablePath(folder: string, { id }: Manifest, table: Manifest['tables'][number]): string {
  return table.name.startsWith(`${keysFolder}.`)
    ? join(folder, keysFolder, id, table.file)
    : join(folder, id, rowsFolder, table.file);
}
