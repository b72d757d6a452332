import { readPassword } from './cluster/password.ts';
import { EmbeddedError } from './embedded-error.ts';
import { openFolders } from './folders.ts';
import { adoptServer } from './process/adopt-server.ts';
import type { Connection } from './process/server-facts.ts';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedIn } from './supervisor.ts';
import { systemPort } from './system-port.ts';

export type { EmbeddedOptions, EmbeddedPostgres };

/**
 * A PostgreSQL of our own on `dataFolder`, ready for queries: makes the database on the first start, adopts a server that
 * runs on it already, else starts one. Safe to call from several processes at once. Fails with `EmbeddedError` alone
 * where an operator can do something about it.
 */
export function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  return startEmbeddedIn(systemPort, options);
}

/** A database of a folder, used beside whoever runs it. */
export interface EmbeddedConnection {
  readonly connection: Connection;
  /** Ends what the visit began; a server that another process runs goes on. */
  close(): Promise<void>;
}

/**
 * Connects to the server that a running portal has on the folder, or starts one as a portal would and ends it afterwards.
 * Fails as `startEmbedded` does.
 */
export async function connectEmbedded(dataFolder: string, log: (line: string) => void): Promise<EmbeddedConnection> {
  try {
    const server = await startEmbedded({ dataFolder, watchdog: true, isExclusive: true, log });
    return { connection: server.connection, close: () => server.stop() };
  } catch (error) {
    if (!(error instanceof EmbeddedError) || error.code !== 'folder_in_use') throw error;
    const { cluster, password } = await openFolders(dataFolder);
    const found = await adoptServer(cluster, await readPassword(password), systemPort);
    if (!found) throw error;
    return { connection: found.connection, close: async () => undefined };
  }
}
