import { createHmac, hash, randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Random } from '../ids/random.ts';
import { ScopedBegin } from './begin/scoped-begin.ts';

/** The key by which this process proves scopes. The database has it in a table that only its owner can read. */
export interface ScopeKey {
  readonly id: string;
  /** 32 random bytes. */
  readonly key: Buffer;
}

/** What only the portal knows of one connection. */
export interface ScopedConnection {
  /** Returns a scope with its MAC, as the database's scope functions expect it. */
  sign(scope: string): string;
  /** Returns a prepared statement's name. A statement smuggled into a request cannot guess it, so it replaces none. */
  nameStatement(text: string): string;
  /** The names of the statements that `beginScoped` has prepared. */
  readonly prepared: Set<string>;
}

const hmac = (key: Buffer, message: string) => createHmac('sha256', key).update(message).digest();

const blockBytes = 64; // of SHA-256

/**
 * Returns a function that computes HMAC-SHA-256 (RFC 2104) under one key, in hex. Each transaction needs one:
 * `createHmac` took 15 µs there, most of it for the key.
 */
function createMac(key: Buffer): (message: string) => string {
  const padded = Buffer.alloc(blockBytes);
  key.copy(padded);
  const [inner, outer] = [padded.map((byte) => byte ^ 0x36), padded.map((byte) => byte ^ 0x5c)];
  return (message) => {
    const inside = hash('sha256', Buffer.concat([inner, Buffer.from(message)]), 'buffer');
    return hash('sha256', Buffer.concat([outer, inside]), 'hex');
  };
}

/** Number of the last connection: microseconds, so it also grows from one start to the next. */
let lastNumber = 0;

/** The database refuses a process id with a number that is not higher than the last one's. */
function nextConnectionNumber(): number {
  lastNumber = Math.max(lastNumber + 1, Math.round((performance.timeOrigin + performance.now()) * 1_000));
  return lastNumber;
}

/**
 * Registers a new connection with the database. Its scopes are signed by HMAC-SHA-256 under a key derived from the scope
 * key, the server process and the connection's number. What is signed for one connection is worth nothing on another.
 */
export async function openScopedConnection(client: pg.ClientBase, { id, key }: ScopeKey): Promise<ScopedConnection> {
  const number = nextConnectionNumber();
  // not `client.processID`, which a connection pooler in between makes up
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const name = `${rows[0]?.pid},${number}`;
  await client.query('SELECT open_connection($1, $2, $3)', [id, number, hmac(key, `open,${name}`)]);
  const macOf = createMac(hmac(key, `scope,${name}`));
  const namesKey = hmac(key, `names,${name}`);
  const names = new Map<string, string>(); // as many as texts are prepared
  return {
    sign: (scope) => `${scope},${macOf(scope)}`,
    nameStatement(text) {
      const known = names.get(text) ?? `s${hmac(namesKey, text).toString('hex').slice(0, 48)}`;
      names.set(text, known);
      return known;
    },
    prepared: new Set(),
  };
}

const setScope = "SELECT set_config('medcloud.scope', $1, true), set_config('medcloud.clock_offset_ms', $2, true)";

const begun: pg.QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] };

/**
 * Sends BEGIN with the transaction's scope, signed. The scope is a parameter, because `pg_stat_activity` shows the text
 * of a statement to every connection of the login.
 */
export async function beginScoped(
  client: pg.ClientBase,
  begin: string,
  scope: string,
  connection: ScopedConnection,
): Promise<pg.QueryResult> {
  sendTogether(client);
  const offset = scope.slice(scope.lastIndexOf(',') + 1);
  const named = (text: string) => ({ name: connection.nameStatement(text), text });
  const values = [connection.sign(scope), offset];
  await client.query(new ScopedBegin(named(begin), named(setScope), values, connection.prepared)).reply;
  return begun;
}

/** What `Database.rescope` sends in place of a statement. */
export const rescopeText = 'RESCOPE';

/** Continues a transaction in another scope, signed like that of its BEGIN. */
export async function rescope(
  client: pg.ClientBase,
  scope: string,
  connection: ScopedConnection,
): Promise<pg.QueryResult> {
  const offset = scope.slice(scope.lastIndexOf(',') + 1);
  return await client.query({ text: setScope, values: [connection.sign(scope), offset] });
}

/**
 * Sends the statements that follow before the running code waits as one packet. BEGIN, its scope and the first query of
 * a reading transaction then take one system call here and one on the server.
 */
function sendTogether(client: pg.ClientBase): void {
  if (!(client instanceof pg.Client)) return;
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * Creates the scope key of a start, by a connection of the owner's that closes before it returns. Deletes the keys of
 * processes that ended: older than thirty days and without a connection. `timeZone`: where the days of documents begin;
 * without it, connections with this key issue none.
 */
export async function openScopeKey(owner: pg.ClientConfig, random: Random, timeZone?: string): Promise<ScopeKey> {
  const scopeKey = { id: randomUUID(), key: Buffer.from(random.bytes(32)) };
  const client = new pg.Client({ ...owner, application_name: 'medcloud start' });
  client.on('error', () => undefined); // the running statement reports the failure
  await client.connect();
  try {
    await client.query('DELETE FROM keys.scope_connections WHERE pid NOT IN (SELECT pid FROM pg_stat_activity)');
    await client.query(
      `DELETE FROM keys.scope_keys k WHERE k.made_at < now() - interval '30 days'
       AND NOT EXISTS (SELECT FROM keys.scope_connections c WHERE c.key_id = k.id)`,
    );
    const values = [scopeKey.id, scopeKey.key, timeZone ?? null];
    await client.query('INSERT INTO keys.scope_keys (id, key, time_zone) VALUES ($1, $2, $3)', values);
    return scopeKey;
  } finally {
    await client.end();
  }
}
