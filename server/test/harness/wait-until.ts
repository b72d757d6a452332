import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestApp } from './test-app.ts';

/** The stored exams: every file under the objects folder, complete or partial, and the numbers of rows. */
export interface StorageSnapshot {
  files: string[];
  exams: number;
  objects: number;
  keys: number;
}

/** Takes a snapshot of the storage, so a test can check that nothing was added. */
export async function takeStorageSnapshot({
  config,
  superuser,
}: Pick<TestApp, 'config' | 'superuser'>): Promise<StorageSnapshot> {
  const { rows } = await superuser.query<{ exams: number; objects: number; keys: number }>(
    `SELECT (SELECT count(*) FROM exams) AS exams, (SELECT count(*) FROM exam_objects) AS objects,
       (SELECT count(*) FROM idempotency_keys) AS keys`,
  );
  const [row] = rows;
  if (!row) throw new Error('The count returned no row.');
  return { files: await listStoredFiles(config.objectsFolder), ...row };
}

// Identifies the store's installation; not an object.
const markerFile = 'INSTALLATION';

/** Lists the names of all objects in the store, complete or partial, sorted. */
export async function listStoredFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && entry.name !== markerFile)
    .map((entry) => entry.name)
    .sort();
}

/** Far more than a slow machine needs, but finite, so a wait for nothing fails. */
const timeoutMs = 240_000;

/** Between two looks. Most look into the database, which would keep a core busy. */
const pollMs = 25;

/** Waits until a condition is true, for work that the portal does after its response. Throws after a timeout. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('The condition was not met in time.');
    await wait(pollMs);
  }
}

/**
 * For `expect.poll` of a call: the clock of a test stands, so the limit of requests a minute is never renewed, and faster
 * polling would use it up while a slow machine still works.
 */
export const unlimited = { interval: 1_000 } as const;
