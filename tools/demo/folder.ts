import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const markName = 'demonstration.json';

/** The folder's mark: seeding or ready. `password` is the password of all accounts. */
export interface Mark {
  readonly state: 'seeding' | 'ready';
  readonly password: string;
}

/** The folder contains other data than a demonstration, so it must not be deleted. */
export class ForeignFolderError extends Error {
  constructor(folder: string) {
    super(`${folder} holds something else than a demonstration. Move it away, and try again.`);
    this.name = 'ForeignFolderError';
  }
}

/** Reads the mark of a folder; null for a missing or an empty folder. Throws `ForeignFolderError` for other content. */
export async function readMark(folder: string): Promise<Mark | null> {
  const path = join(folder, markName);
  if (existsSync(path)) return JSON.parse(await readFile(path, 'utf8')) satisfies Mark;
  if (existsSync(folder) && (await readdir(folder)).length > 0) throw new ForeignFolderError(folder);
  return null;
}

/** Writes the mark to a new file and renames it, so a killed start leaves either the old or the new mark. */
export async function writeMark(folder: string, mark: Mark): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, markName);
  await writeFile(`${path}.new`, `${JSON.stringify(mark)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Deletes the rest of an interrupted seeding. The mark stays, so an interruption of this function is also safe. */
export async function clearFolder(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== markName);
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}
