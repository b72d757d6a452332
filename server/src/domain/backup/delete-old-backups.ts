import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { keysFolder, listBackups, objectListName, parseBackupTime } from './manifest.ts';
import { excludeObjects, type ListedObject, readObjectList } from './object-list.ts';

// security 5: a patient's destroyed key is gone from the backups after at most 35 days
const retentionMs = 35 * 86_400_000;

/** Deletes backups older than 35 days, keys first, and the files that no other backup lists. Returns their names. */
export async function deleteOldBackups(folder: string, backupStore: BlobStore, now: Date): Promise<string[]> {
  const all = await listBackups(folder);
  const oldBackups = all.filter((name) => parseBackupTime(name).getTime() < now.getTime() - retentionMs);
  for (const name of oldBackups) {
    await rm(join(folder, keysFolder, name), { recursive: true, force: true });
    const others = all.filter((other) => other > name);
    for await (const object of listUnsharedObjects(folder, name, others)) await backupStore.remove(object.id);
    await rm(join(folder, name), { recursive: true, force: true });
  }
  return oldBackups;
}

/**
 * Lists the objects that no later backup has; older backups are already deleted. Reads the lists in parallel, so none
 * is in memory as a whole.
 */
function listUnsharedObjects(folder: string, name: string, others: readonly string[]): AsyncIterable<ListedObject> {
  const readList = (backup: string) => readObjectList(join(folder, backup, objectListName), null);
  return others.reduce<AsyncIterable<ListedObject>>(
    (remaining, other) => excludeObjects(remaining, readList(other)),
    readList(name),
  );
}
