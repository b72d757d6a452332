import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const markName = 'demonstration.json';

/** What the folder's own mark says: begun, or made whole. `password` is everybody's. */
export interface Mark {
  readonly state: 'seeding' | 'ready';
  readonly password: string;
}

/** The folder holds something that is no demonstration: it is not ours to remove. */
export class ForeignFolderError extends Error {
  constructor(folder: string) {
    super(`${folder} holds something else than a demonstration. Move it away, and try again.`);
    this.name = 'StrangeFolderError';
  }
}

/** The mark of a folder, null where there is no folder, or an empty one. Fails with `StrangeFolderError`. */
export async function readMark(folder: string): Promise<Mark | null> {
  const path = join(folder, markName);
  if (existsSync(path)) return JSON.parse(await readFile(path, 'utf8')) satisfies Mark;
  if (existsSync(folder) && (await readdir(folder)).length > 0) throw new ForeignFolderError(folder);
  return null;
}

/** Written beside and renamed, so that a killed start leaves the old one or the new one. */
export async function writeMark(folder: string, mark: Mark): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, markName);
  await writeFile(`${path}.new`, `${JSON.stringify(mark)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Removes what a start left that was ended while it seeded; its mark goes last, so that this can be ended too. */
export async function clearFolder(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== markName);
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}
