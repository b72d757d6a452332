import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { BackupError } from './backup-error.ts';

/*
 * A folder of backups:
 *
 *   objects/<two digits>/<id>    encrypted files as the store has them, shared by all backups
 *   keys/<backup>/               wrapped keys, separate: without them no patient data can be read
 *   <backup>/rows/               all other tables in COPY's text format, gzip
 *   <backup>/objects.txt.gz      one line per object, by id: id, bytes, SHA-256
 *   <backup>/manifest.json       the content of the backup; written last
 *
 * Only a complete backup has its final name: until then it ends in `.part`.
 */

export const objectsFolder = 'objects';
export const keysFolder = 'keys';
export const objectListName = 'objects.txt.gz';
export const manifestName = 'manifest.json';
export const partSuffix = '.part';

const partShape = z.object({ bytes: z.number().int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const manifestShape = z.object({
  format: z.literal(1),
  id: z.string(),
  takenAt: z.string(),
  postgres: z.string(),
  /** The applied migrations. A later version migrates the schema further; an earlier version rejects it. */
  migrations: z.array(z.string()).min(1),
  /** The installation's id, also stored in its file store. */
  installation: z.string(),
  /** Identifies the master key without revealing it. */
  keyFingerprint: z.string(),
  counters: z.array(z.object({ table: z.string(), column: z.string(), last: z.number() })),
  tables: z.array(
    z
      .object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.number().int(), file: z.string() })
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

export async function readManifest(folder: string, name: string): Promise<Manifest> {
  const path = join(folder, name, manifestName);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new BackupError(`${path} cannot be read, so this is no whole backup. Choose another with --backup.`, {
      cause,
    });
  });
  const result = manifestShape.safeParse(parseJson(text));
  if (!result.success)
    throw new BackupError(
      `${path} is damaged, or written by a later version of MedCloud. Choose another with --backup.`,
    );
  return result.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
