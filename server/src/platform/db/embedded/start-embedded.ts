import { readPassword } from './cluster/password.ts';
import { EmbeddedError } from './embedded-error.ts';
import { openFolders } from './folders.ts';
import { adoptServer } from './process/adopt-server.ts';
import type { Connection } from './process/server-facts.ts';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedIn } from './supervisor.ts';
import { systemPort } from './system-port.ts';

export type { EmbeddedOptions, EmbeddedPostgres };

/**
 * Starts the embedded PostgreSQL on `dataFolder` and waits until it is ready. Creates the database at the first start
 * and adopts a server that already runs on the folder. Several processes may call it at once. Throws `EmbeddedError`
 * for failures that an operator can fix.
 */
export function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  return startEmbeddedIn(systemPort, options);
}

/** A connection to a folder's database, shared with a running portal. */
export interface EmbeddedConnection {
  readonly connection: Connection;
  /** Stops the server if this connection started it. Another process's server continues. */
  close(): Promise<void>;
}

/**
 * Connects to the folder's server if a portal runs; starts one otherwise, until `close`. Throws as `startEmbedded`.
 */
export async function connectEmbedded(dataFolder: string, log: (line: string) => void): Promise<EmbeddedConnection> {
  try {
    const server = await startEmbedded({ dataFolder, hasWatchdog: true, isExclusive: true, log });
    return { connection: server.connection, close: () => server.stop() };
  } catch (error) {
    if (!(error instanceof EmbeddedError) || error.code !== 'folder_in_use') throw error;
    const { cluster, password } = await openFolders(dataFolder);
    const found = await adoptServer(cluster, await readPassword(password), systemPort);
    if (!found) throw error;
    return { connection: found.connection, close: async () => undefined };
  }
}
