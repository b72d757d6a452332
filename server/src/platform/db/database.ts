import { Fault } from '@medcloud/contract/faults';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { columnTypes } from './column-types.ts';
import { SharedConnections } from './connections/shared-connections.ts';
import { statementMissing, wrapPool } from './prepared-statements.ts';
import { describeNoScope, describeScope, type RowScope } from './row-scope.ts';
import { beginScoped, openScopedConnection, rescopeText, type ScopedConnection, type ScopeKey } from './scope-proof.ts';

/** A transaction that may read and write. */
export type Tx<Tables> = Kysely<Tables>;
/** A transaction for reads only. Prefer it where it is enough. */
export type Reader<Tables> = Pick<Tx<Tables>, 'selectFrom' | 'getExecutor' | 'fn'>;

export interface DatabaseOptions {
  /** Its `max` and timeouts override the defaults. */
  connection: pg.PoolConfig;
  /** Shown in the server's own list of connections. */
  applicationName: string;
  /** Proves the scopes of this process; the owner has put it into the database. */
  scopeKey: ScopeKey;
  poolSize?: number;
  /** Milliseconds that a test's clock is ahead of the database's; 0 outside tests. */
  clockOffsetMs?: () => number;
  /** Called when the server drops an idle connection. The pool opens a new one itself. */
  onConnectionLost: (error: Error) => void;
}

/** Single statements, each in a transaction of one scope. */
export interface ScopedStatements {
  query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

export interface Database<Tables> {
  /**
   * Runs one transaction with the role that owns nothing and with the scope set for row-level security: the only access
   * to the rows. Commits after `work`; rolls back if it throws. On a deadlock `work` runs again, so it must do nothing
   * but query the database. Throws `unavailable` if the server cannot be reached or takes too long, and `conflict` on a
   * unique violation; `isUniqueViolation` tells which index.
   */
  within<T>(scope: RowScope, work: (tx: Tx<Tables>) => Promise<T>): Promise<T>;
  /**
   * Like `within`, for reads only and with fewer round trips: BEGIN is sent with the first query, and the result does
   * not wait for the end of the transaction. The server rejects writes.
   */
  read<T>(scope: RowScope, work: (tx: Reader<Tables>) => Promise<T>): Promise<T>;
  /** Continues a transaction of `within` in another scope. */
  rescope(tx: Tx<Tables>, scope: RowScope): Promise<void>;
  /**
   * Calls a function of the database that answers whoever knows a secret, and returns its rows. It needs no scope, so it
   * is one prepared statement without a transaction. The template's values become parameters. Without a scope, row-level
   * security shows no row and takes none. Throws `unavailable` like `within`.
   */
  call<Row extends pg.QueryResultRow>(template: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>;
  /** Returns statements for the parts of the platform that know no scopes: queue, throttle, counts. */
  statements(scope: RowScope): ScopedStatements;
  /** Opens a connection outside the pool, for LISTEN. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

/**
 * Connections outside the pool hold locks as long as they are open. If a node's process ends, its connection closes. If
 * its machine or network fails, the server notices within a minute instead of the usual two hours.
 */
const keepaliveOptions =
  '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3 -c tcp_user_timeout=60000';

/** So many stay open when idle. With none, a click after ten quiet seconds paid for a connection and for its plans. */
const minConnections = 4;

/** Opens the pool. Connects with the first query. */
export function openDatabase<Tables>(options: DatabaseOptions): Database<Tables> {
  const base: pg.PoolConfig = { ...options.connection, types: columnTypes, application_name: options.applicationName };
  const connections = new WeakMap<pg.ClientBase, ScopedConnection>();
  const connectionOf = (client: pg.ClientBase) => {
    const connection = connections.get(client);
    if (connection === undefined) throw new Error('The pool gave a connection before it was registered.');
    return connection;
  };
  const pool = new pg.Pool({
    ...base,
    onConnect: async (client) => {
      connections.set(client, await openScopedConnection(client, options.scopeKey));
    },
    max: options.poolSize ?? options.connection.max ?? 16,
    min: minConnections,
    // or a firewall drops what is idle, and the next statement waits for a reply that never comes
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    statement_timeout: options.connection.statement_timeout ?? 15_000,
    idle_in_transaction_session_timeout: options.connection.idle_in_transaction_session_timeout ?? 30_000,
    connectionTimeoutMillis: options.connection.connectionTimeoutMillis ?? 5_000,
    pipeline: true, // see begin/pipelined-begin.ts
    // JIT compilation only pays for queries of minutes. Policies make the planner overestimate small searches. On
    // servers with LLVM (Debian's, not the embedded one), compiling took the two seconds that a search may take.
    options: '-c jit=off',
  });
  // Without a listener, a dropped idle connection would end the process.
  pool.on('error', options.onConnectionLost);
  // So would a connection dropped between two statements of a transaction: the pool listens only to idle ones. The
  // transaction's next statement reports the failure.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: wrapPool(pool, connectionOf) }) });
  const offset = options.clockOffsetMs ?? (() => 0);
  const begin = (scope: RowScope, text: string) => CompiledQuery.raw(text, [describeScope(scope, offset())]);

  const shared = new SharedConnections(pool);
  const nameOn = (client: pg.PoolClient, statement: pg.QueryConfig) =>
    statement.name === undefined
      ? statement
      : { ...statement, name: connectionOf(client).nameStatement(statement.text) };
  const runScoped = async <Row extends pg.QueryResultRow>(scope: string, statement: pg.QueryConfig) => {
    const client = await pool.connect();
    const begin = () => beginScoped(client, 'BEGIN', scope, connectionOf(client));
    return await runStatement<Row>(client, begin, nameOn(client, statement));
  };
  const call = async <Row extends pg.QueryResultRow>(template: TemplateStringsArray, values: unknown[]) => {
    const statement = { name: 'call', text: textOf(template), values };
    // only a scope proves the offset of a test's clock
    if (offset() !== 0) return await runScoped<Row>(describeNoScope(offset()), statement);
    return await shared.run(
      (client) => client.query<Row>(nameOn(client, statement)),
      (error) => codeOf(error) === statementMissing || isUnreachable(error),
    );
  };

  return {
    within: (scope, work) => translateErrors(() => transact(kysely, begin(scope, 'BEGIN'), work)),
    read: (scope, work) => translateErrors(() => transactReadOnly(kysely, begin(scope, 'BEGIN READ ONLY'), work)),
    async rescope(tx, scope) {
      await tx.executeQuery(begin(scope, rescopeText));
    },
    call: <Row extends pg.QueryResultRow>(template: TemplateStringsArray, ...values: unknown[]) =>
      translateErrors(async () => (await call<Row>(template, values)).rows),
    statements: (scope) => ({
      query: async (statement, values) => {
        const config = typeof statement === 'string' ? { text: statement } : statement;
        return await runScoped(describeScope(scope, offset()), values === undefined ? config : { ...config, values });
      },
    }),
    async connect() {
      const client = new pg.Client({ ...base, options: keepaliveOptions });
      client.on('error', options.onConnectionLost);
      await client.connect();
      return client;
    },
    close: async () => {
      await kysely.destroy();
      // Kysely ends the pool only if a query of its own has used it.
      if (!pool.ending) await pool.end();
    },
  };
}

/** Runs one statement in a transaction, and releases the connection. The statement and COMMIT are sent together. */
async function runStatement<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  begin: () => Promise<unknown>,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  let hasBegun = false;
  try {
    await begin();
    hasBegun = true;
    const [result] = await Promise.all([client.query<Row>(statement), client.query(commit)]);
    client.release();
    return result;
  } catch (error) {
    const isLost = !hasBegun || codeOf(error) === statementMissing;
    await client.query(rollback).then(
      () => client.release(isLost),
      () => client.release(true),
    );
    throw error;
  }
}

/** Returns a template's text with a parameter for each value. */
function textOf(template: TemplateStringsArray): string {
  return template.reduce((text, part, index) => `${text}$${index}${part}`);
}

// A statement's session settings and cursors (WITH HOLD) end with its transaction, so none is left to the next scope.
const commit = 'COMMIT; RESET ALL; CLOSE ALL';
const commitQuery: CompiledQuery<{ command: string }> = CompiledQuery.raw(commit);
const rollback = 'ROLLBACK; RESET ALL; CLOSE ALL';

async function transact<Tables, T>(
  kysely: Kysely<Tables>,
  begin: CompiledQuery,
  work: (tx: Tx<Tables>) => Promise<T>,
): Promise<T> {
  return await kysely.connection().execute(async (tx) => {
    try {
      await tx.executeQuery(begin);
      const result = await work(tx);
      const { rows } = await tx.executeQuery(commitQuery);
      // COMMIT of a failed transaction replies so, without an error.
      if (rows[0]?.command === 'ROLLBACK')
        throw new Error('A statement of the transaction failed, so nothing was kept.');
      return result;
    } catch (error) {
      // A lost connection has rolled back already. The first error is the one to report.
      await tx.executeQuery(CompiledQuery.raw(rollback)).catch(() => undefined);
      throw error;
    }
  });
}

/** Like `transact`, but resolves before COMMIT: nothing was written that could be lost. */
async function transactReadOnly<Tables, T>(
  kysely: Kysely<Tables>,
  begin: CompiledQuery,
  work: (tx: Reader<Tables>) => Promise<T>,
): Promise<T> {
  return await new Promise((resolve, reject) => {
    const done = transact(kysely, begin, async (tx) => resolve(await work(tx)));
    // After the result, only a lost connection can fail here, and the pool opens a new one.
    done.catch(reject);
  });
}

const deadlock = '40P01';
const uniqueViolation = '23505';
const canceled = '57014'; // by statement_timeout

/** In a deadlock one transaction proceeds each time, so five that collide complete within five runs. */
const maxRuns = 5;

async function retryOnDeadlock<T>(transaction: () => Promise<T>, runs: number): Promise<T> {
  return await transaction().catch((error) =>
    codeOf(error) === deadlock && runs > 1 ? retryOnDeadlock(transaction, runs - 1) : Promise.reject(error),
  );
}

/** Runs the transaction, again on a deadlock, and translates PostgreSQL's errors to faults. */
async function translateErrors<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await retryOnDeadlock(transaction, maxRuns);
  } catch (error) {
    throw error instanceof pg.DatabaseError && codeOf(error) === uniqueViolation
      ? new UniqueConflict(error)
      : toUnavailableFault(error);
  }
}

/** A unique index rejected a row. The fault is `conflict` unless the domain translates it by the index's name. */
class UniqueConflict extends Fault {
  readonly constraint: string | undefined;

  constructor(error: pg.DatabaseError) {
    super('conflict');
    this.constraint = error.constraint;
    this.cause = error;
  }
}

/** Returns whether PostgreSQL cannot store a given value, such as the character U+0000 (error class 22). */
export function isDataException(error: unknown): boolean {
  return codeOf(error)?.startsWith('22') ?? false;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

const unreachableCodes = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300']);

/** Returns the fault `unavailable`, caused by the error, if the server cannot be reached or answer now; else the error. */
export function toUnavailableFault(error: unknown): unknown {
  const code = codeOf(error);
  if (!isUnreachable(error) && code !== deadlock && code !== canceled) return error;
  const fault = new Fault('unavailable');
  fault.cause = error;
  return fault;
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && unreachableCodes.has(error.code)) return true;
  return /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(error.message);
}

/** Returns whether the error is a unique violation of the named constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const isConflict = error instanceof UniqueConflict || codeOf(error) === uniqueViolation;
  return isConflict && error instanceof Error && 'constraint' in error && error.constraint === constraint;
}
