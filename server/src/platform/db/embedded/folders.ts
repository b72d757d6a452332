import { chmod, mkdir, open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedError } from './embedded-error.ts';

/** Where things lie in the data folder. All paths are real ones, as `/proc` shows them. */
export interface Folders {
  readonly data: string;
  /** PostgreSQL's own data directory. */
  readonly cluster: string;
  /** The database password, 0600. */
  readonly password: string;
  readonly startLock: string;
  /** Names the one portal that runs on the folder. */
  readonly ownerLock: string;
  /** What the server of this start said. */
  readonly log: string;
  readonly previousLog: string;
}

/** Makes the data folder if there is none, for the owner only. `folder_unusable`. */
export async function openFolders(dataFolder: string): Promise<Folders> {
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    await chmod(dataFolder, 0o700);
    const data = await realpath(dataFolder);
    const inData = (name: string) => join(data, name);
    return {
      data,
      cluster: inData('cluster'),
      password: inData('password'),
      startLock: inData('start.lock'),
      ownerLock: inData('owner.lock'),
      log: inData('postgres.log'),
      previousLog: inData('postgres.previous.log'),
    };
  } catch (cause) {
    throw new EmbeddedError(
      'folder_unusable',
      `The database folder ${dataFolder} cannot be made or is not ours. Give it to the user that runs the portal, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders; NTFS journals the rename itself.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
