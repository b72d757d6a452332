import { realpath } from 'node:fs/promises';
import pg from 'pg';
import { codeOf, EmbeddedError } from '../embedded-error.ts';

/** The parameters of a connection. `host` is the socket's folder; on Windows 127.0.0.1. */
export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** Settings of a running server. */
export interface ServerFacts {
  readonly version: string;
  readonly cluster: string;
  readonly isSynced: boolean;
}

const factsQuery = `SELECT current_setting('server_version') AS version, current_setting('data_directory') AS cluster,
  current_setting('fsync') = 'on' AS is_synced`;

/** Reads the server's facts. Undefined while it accepts no connections. Throws `password_wrong`. */
export async function readServerFacts(connection: Connection): Promise<ServerFacts | undefined> {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 5_000 });
  // Without a listener, a connection that breaks while idle would end Node. A pending call fails by itself.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; cluster: string; is_synced: boolean }>(factsQuery);
    const [row] = rows;
    return row && { version: row.version, cluster: await realpath(row.cluster), isSynced: row.is_synced };
  } catch (error) {
    // 28P01: the server runs with another password. Any other code: it is not running, starting or stopping.
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
