import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

const prefix = 'medcloud-pg-';
const socketName = '.s.PGSQL.5432';
// unix(7): sun_path is 108 bytes with its ending zero on Linux, 104 on macOS. mkdtemp adds 6 characters.
const maxPathBytes = 103;

/** The number in the socket's name. No port is opened. */
export const socketPort = 5432;

/** Creates a folder (0700) with a short path for the server's socket. The data folder's path may be too long for it. */
export function createSocketFolder(temporaryFolder: string): Promise<string> {
  const path = join(temporaryFolder, prefix);
  const sizeBytes = Buffer.byteLength(`${path}XXXXXX/${socketName}`);
  return mkdtemp(sizeBytes > maxPathBytes ? `/tmp/${prefix}` : path);
}

/** Creates the folder again, empty, for the next server. Throws EEXIST if another user has created it meanwhile. */
export async function recreateSocketFolder(path: string): Promise<string> {
  await removeSocketFolder(path);
  await mkdir(path, { mode: 0o700 });
  return path;
}

/** Removes a socket folder if its name is one that `createSocketFolder` creates. */
export async function removeSocketFolder(path: string): Promise<void> {
  if (new RegExp(`^${prefix}\\w{6}$`).test(basename(path))) await rm(path, { recursive: true, force: true });
}
