import pg from 'pg';
import { columnTypes } from '../../src/platform/db/column-types.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../../src/platform/db/database.ts';
import type { DatabaseLogins } from '../../src/platform/db/logins.ts';
import { describeScope, type RowScope } from '../../src/platform/db/row-scope.ts';
import {
  beginScoped,
  openScopedConnection,
  openScopeKey,
  type ScopedConnection,
} from '../../src/platform/db/scope-proof.ts';
import { systemRandom } from '../../src/platform/ids/random.ts';

/** Opens a test's database as the portal does: with the application's login and a scope key of its own. */
export async function openTestDatabase<Tables>(
  logins: DatabaseLogins,
  options: Partial<DatabaseOptions> = {},
): Promise<Database<Tables>> {
  return openDatabase<Tables>({
    connection: logins.app,
    scopeKey: await openScopeKey(logins.owner, systemRandom, 'Europe/Athens'),
    applicationName: 'test',
    onConnectionLost: () => undefined,
    ...options,
  });
}

/** Opens connections past every policy, for rows that a test reads and prepares. Values have the portal's types. */
export function openSuperuserPool(connection: pg.ClientConfig, max = 4): pg.Pool {
  return openTestPool({ ...connection, max, types: columnTypes });
}

/**
 * Opens connections that may be lost: `end` returns before the server has closed them, and a server that stops or a
 * database that is dropped then ends them itself.
 */
export function openTestPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings);
  pool.on('error', () => undefined);
  return pool;
}

/** A key that no database has, for tests that reach none. */
export const unusedScopeKey = { id: '00000000-0000-0000-0000-000000000000', key: Buffer.alloc(32) };

/** Connections of the application's login for statements that no code of the portal sends. */
export interface ScopedPool {
  readonly pool: pg.Pool;
  /** Sends BEGIN, with a signed scope unless it is null. */
  begin(client: pg.PoolClient, scope: RowScope | null, clockOffsetMs?: number): Promise<void>;
  close(): Promise<void>;
}

export async function openScopedPool(logins: DatabaseLogins): Promise<ScopedPool> {
  const scopeKey = await openScopeKey(logins.owner, systemRandom, 'Europe/Athens');
  const connections = new WeakMap<pg.ClientBase, ScopedConnection>();
  const pool = openTestPool({
    ...logins.app,
    types: columnTypes,
    pipeline: true,
    onConnect: async (client) => {
      connections.set(client, await openScopedConnection(client, scopeKey));
    },
  });
  return {
    pool,
    begin: async (client, scope, clockOffsetMs = 0) => {
      const connection = connections.get(client);
      if (scope && connection) await beginScoped(client, 'BEGIN', describeScope(scope, clockOffsetMs), connection);
      else await client.query('BEGIN');
    },
    close: () => pool.end(),
  };
}
