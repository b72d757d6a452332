import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../../platform/blobs/store.ts';
import { keysFolder, listBackups, objectList, timeOf } from './manifest.ts';
import { type ListedObject, readObjectList, without } from './object-list.ts';

// security 5: a patient's destroyed key is gone from the backups too after 35 days at the latest
const keptMs = 35 * 86_400_000;

/** Removes backups older than 35 days, keys first, and the files that no other one names. Answers their names. */
export async function forgetOldBackups(folder: string, kept: BlobStore, now: Date): Promise<string[]> {
  const all = await listBackups(folder);
  const old = all.filter((name) => timeOf(name).getTime() < now.getTime() - keptMs);
  for (const name of old) {
    await rm(join(folder, keysFolder, name), { recursive: true, force: true });
    const others = all.filter((other) => other > name);
    for await (const object of namedByNoOther(folder, name, others)) await kept.remove(object.id);
    await rm(join(folder, name), { recursive: true, force: true });
  }
  return old;
}

/** Older ones are gone already. Lists are walked side by side, so that none is held in memory. */
function namedByNoOther(folder: string, name: string, others: readonly string[]): AsyncIterable<ListedObject> {
  const listOf = (backup: string) => readObjectList(join(folder, backup, objectList));
  return others.reduce<AsyncIterable<ListedObject>>((left, other) => without(left, listOf(other)), listOf(name));
}
