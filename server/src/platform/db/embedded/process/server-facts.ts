import { realpath } from 'node:fs/promises';
import pg from 'pg';
import { codeOf, EmbeddedError } from '../embedded-error.ts';

/** Where and as whom to connect. `host` is the socket's folder; on Windows 127.0.0.1. */
export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** What a server says of itself. */
export interface ServerFacts {
  readonly version: string;
  readonly cluster: string;
  readonly isSynced: boolean;
}

const factsQuery = `SELECT current_setting('server_version') AS version, current_setting('data_directory') AS cluster,
  current_setting('fsync') = 'on' AS is_synced`;

/** Asks the server for its facts; `undefined` while it does not take connections. `password_wrong`. */
export async function readServerFacts(connection: Connection): Promise<ServerFacts | undefined> {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 5_000 });
  // Without a listener a connection that breaks while idle ends Node; the call that waits fails by itself.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; cluster: string; is_synced: boolean }>(factsQuery);
    const [row] = rows;
    return row && { version: row.version, cluster: await realpath(row.cluster), isSynced: row.is_synced };
  } catch (error) {
    // 28P01: the server runs and knows another password. Anything else: not there yet, or starting, or stopping.
    if (codeOf(error) !== '28P01') return undefined;
    throw new EmbeddedError(
      'password_wrong',
      'The database refuses the password in the file beside it. Restore the whole data folder, with that file, from one backup.',
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
