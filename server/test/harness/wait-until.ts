import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestApp } from './start-test-app.ts';

/** What the portal keeps of exams: every file under the objects folder, whole or partial, and the rows. */
export interface StorageSnapshot {
  files: string[];
  exams: number;
  objects: number;
  keys: number;
}

/** Takes stock, so that a test can say that nothing was added. */
export async function takeStorageSnapshot({ config, app }: Pick<TestApp, 'config' | 'app'>): Promise<StorageSnapshot> {
  const { rows } = await app.context.db.pool.query<{ exams: number; objects: number; keys: number }>(
    `SELECT (SELECT count(*) FROM exams) AS exams, (SELECT count(*) FROM exam_objects) AS objects,
       (SELECT count(*) FROM idempotency_keys) AS keys`,
  );
  const [row] = rows;
  if (!row) throw new Error('Counting answered no row.');
  return { files: await listStoredFiles(config.objectsFolder), ...row };
}

// Says whose the store is; no object.
const markerFile = 'INSTALLATION';

/** The names of all objects in the store, whole or partial. */
export async function listStoredFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && entry.name !== markerFile)
    .map((entry) => entry.name)
    .sort();
}

/** Far beyond what a slow machine needs: whoever waits for nothing is told so all the same. */
const timeoutMs = 240_000;

/** Waits until a question is answered yes: for what the portal does after its client has gone. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('It did not come about in time.');
    await wait(10);
  }
}
