import { chmod, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Random, randomToken } from '../../../ids/random.ts';
import { EmbeddedError, ignoreErrorCodes } from '../embedded-error.ts';
import { syncFolder } from '../folders.ts';

/**
 * Creates the password of a new cluster (32 random bytes) and writes it to a file for the owner only. Replaces an older
 * file.
 */
export async function createPassword(path: string, random: Random): Promise<void> {
  const temporary = `${path}.tmp`;
  await rm(temporary, { force: true });
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${randomToken(random, 32)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Reads the password of the cluster. Throws `password_missing`. */
export async function readPassword(path: string): Promise<string> {
  const text = await ignoreErrorCodes(['ENOENT'], readFile(path, 'utf8'));
  const password = text?.trim();
  if (!password)
    throw new EmbeddedError(
      'password_missing',
      `The database has data, but the file with its password, ${path}, is missing or empty. Restore that file from your backup of the data folder.`,
    );
  await chmod(path, 0o600);
  return password;
}
