import { chmod, mkdir, open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedError } from './embedded-error.ts';

/** The paths inside the data folder, with symbolic links resolved, as `/proc` shows them. */
export interface Folders {
  readonly data: string;
  /** PostgreSQL's own data directory. */
  readonly cluster: string;
  /** The database password, 0600. */
  readonly password: string;
  readonly startLock: string;
  /** Names the single portal process that uses the folder. */
  readonly ownerLock: string;
  /** Output of the server of this start. */
  readonly log: string;
  readonly previousLog: string;
}

/** Creates the data folder if it is missing, for the owner only. Throws `folder_unusable`. */
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
      `The database folder ${dataFolder} cannot be created or belongs to another user. Give it to the user that runs the portal, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/** Makes a folder's entries durable. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; NTFS journals the rename itself.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
