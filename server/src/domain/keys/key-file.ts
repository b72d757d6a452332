import { existsSync } from 'node:fs';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { newKey } from '../../platform/blobs/keys.ts';
import type { Random } from '../../platform/ids/random.ts';
import { KeySourceError } from '../../platform/keys/key-source-error.ts';

/** Reads a key file. Returns null if there is none. Throws `KeySourceError` if it cannot be read or holds no key. */
export async function readKeyFile(path: string): Promise<Buffer | null> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw new KeySourceError(`${path} cannot be read. Give the portal's user the right to read it.`, { cause });
  });
  if (text === null) return null;
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32)
    throw new KeySourceError(`${path} does not hold a key of 32 bytes in base64. Put the right file back.`);
  return key;
}

/** Returns the key of a file, and creates both once (0600). */
export async function readOrCreateKeyFile(path: string, random: Random): Promise<Buffer> {
  if (!existsSync(path)) await writeKeyFile(path, newKey(random), random);
  const key = await readKeyFile(path);
  if (key === null) throw new KeySourceError(`${path} was removed. Put it back.`);
  return key;
}

/** Writes a key file unless there is one. It gets its name only after its content is flushed to disk. */
export async function writeKeyFile(path: string, key: Buffer, random: Random): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporaryPath = `${path}.${random.bytes(6).toString('hex')}.new`;
  const file = await open(temporaryPath, 'wx', 0o600);
  try {
    await file.writeFile(`${key.toString('base64')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await linkUnlessExists(temporaryPath, path); // unlike a rename, it keeps a key that another process created meanwhile
  await rm(temporaryPath, { force: true });
  await syncFolder(dirname(path));
}

/** Replaces a key file by another, and keeps it under `oldPath`. Can run again after an interruption. */
export async function replaceKeyFile(path: string, by: string, oldPath: string): Promise<void> {
  await linkUnlessExists(path, oldPath);
  await rename(by, path);
  await syncFolder(dirname(path));
}

async function linkUnlessExists(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
}

async function syncFolder(folder: string): Promise<void> {
  const parent = await open(folder, 'r');
  await parent.sync().finally(() => parent.close());
}
