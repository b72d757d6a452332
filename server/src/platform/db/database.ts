import { Fault } from '@medcloud/contract/faults';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { cachePreparedStatements } from './prepared-statements.ts';
import { beginStatement, type RowScope } from './row-scope.ts';
import type { Tables } from './schema/schema.ts';

/** A transaction that may read and write. */
export type Tx = Kysely<Tables>;
/** A transaction that is only read from: ask for this one where it is enough. */
export type Reader = Pick<Tx, 'selectFrom' | 'getExecutor' | 'fn'>;

export interface DatabaseOptions {
  /** Its own `max` and time limits stand before the usual ones. */
  connection: pg.PoolConfig;
  /** Shown in the server's own list of connections. */
  applicationName: string;
  poolSize?: number;
  /** Milliseconds that a test's clock is ahead of the database's; 0 outside tests. */
  clockOffsetMs?: () => number;
  /** Told when the server drops an idle connection; the pool makes a new one by itself. */
  onConnectionLost: (error: Error) => void;
}

export interface Database {
  readonly pool: pg.Pool;
  /**
   * One transaction under the role that owns nothing, with the scope set for row-level security: the only way to the
   * rows. Commits what `work` did, or rolls it back when it throws. Where two transactions wait for each other one runs
   * again, so `work` does nothing but ask the database. Fails with the fault `unavailable` when the server cannot be
   * reached or takes too long, and with `conflict` where a unique index refuses a row and `violates` was not asked.
   */
  within<T>(scope: RowScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same for what only reads, in fewer waits: it begins together with its first question, and its answer does not wait for
   * its end. The server refuses whatever would write.
   */
  read<T>(scope: RowScope, work: (tx: Reader) => Promise<T>): Promise<T>;
  /** A connection of its own outside the pool, for LISTEN. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

const DATE = 1082;
const BIGINT = 20;

/** Dates stay text without a zone, bigint becomes a number: sizes and counts are far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: string) {
    if (oid === DATE) return (text: string) => text;
    if (oid === BIGINT) return Number;
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
};

/**
 * Connections of a node's own hold locks for as long as they stand. That of a node whose process ends is closed with it; one whose
 * machine or network is gone is noticed by the server within a minute, not after the two hours that systems usually take.
 */
const keepaliveOptions =
  '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3 -c tcp_user_timeout=60000';

/** Opens the pool. Nothing is connected before the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const base: pg.PoolConfig = { ...options.connection, types, application_name: options.applicationName };
  const pool = new pg.Pool({
    ...base,
    max: options.poolSize ?? options.connection.max ?? 16,
    statement_timeout: options.connection.statement_timeout ?? 15_000,
    idle_in_transaction_session_timeout: options.connection.idle_in_transaction_session_timeout ?? 30_000,
    connectionTimeoutMillis: options.connection.connectionTimeoutMillis ?? 5_000,
    pipeline: true, // see pipelined-begin.ts
    // Compiling a statement pays for reports of minutes. Policies make small searches look as dear, and where the server has
    // LLVM (Debian's has, the embedded one not) compiling took the two seconds that a search is given.
    options: '-c jit=off',
  });
  // Without a listener a dropped idle connection would end the whole process.
  pool.on('error', options.onConnectionLost);
  // So would one that is dropped within a transaction, between two statements: the pool listens to idle ones alone. The
  // transaction's next statement fails and tells of it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: cachePreparedStatements(pool) }) });
  const offset = options.clockOffsetMs ?? (() => 0);

  return {
    pool,
    within: (scope, work) => translateErrors(() => transact(kysely, beginStatement(scope, offset()), work)),
    read: (scope, work) =>
      translateErrors(() => transactReadOnly(kysely, beginStatement(scope, offset(), 'BEGIN READ ONLY'), work)),
    async connect() {
      const client = new pg.Client({ ...base, options: keepaliveOptions });
      client.on('error', options.onConnectionLost);
      await client.connect();
      return client;
    },
    close: () => kysely.destroy(),
  };
}

async function transact<T>(kysely: Kysely<Tables>, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await kysely.connection().execute(async (tx) => {
    try {
      await tx.executeQuery(CompiledQuery.raw(begin));
      const result = await work(tx);
      // COMMIT of a transaction that failed in between answers ROLLBACK and no error: the SELECT fails there
      await tx.executeQuery(CompiledQuery.raw('SELECT 1; COMMIT'));
      return result;
    } catch (error) {
      // a lost connection has rolled back by itself: the first failure is the one to tell
      await tx.executeQuery(CompiledQuery.raw('ROLLBACK')).catch(() => undefined);
      throw error;
    }
  });
}

/** As `transact`, answering before the end: nothing was written that the end could lose. */
async function transactReadOnly<T>(
  kysely: Kysely<Tables>,
  begin: string,
  work: (tx: Reader) => Promise<T>,
): Promise<T> {
  return await new Promise((resolve, reject) => {
    const done = transact(kysely, begin, async (tx) => resolve(await work(tx)));
    // once it is answered, what fails is a lost connection: the pool makes another
    done.catch(reject);
  });
}

const deadlock = '40P01';
const uniqueViolation = '23505';
const canceled = '57014'; // by statement_timeout

/** Of several transactions that wait for each other one goes on each time: five that meet are all done in five runs. */
const maxRuns = 5;

async function retryOnDeadlock<T>(transaction: () => Promise<T>, runs: number): Promise<T> {
  return await transaction().catch((error) =>
    codeOf(error) === deadlock && runs > 1 ? retryOnDeadlock(transaction, runs - 1) : Promise.reject(error),
  );
}

/** PostgreSQL's errors in the product's words, where they have any; one that another run mends is not seen at all. */
async function translateErrors<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await retryOnDeadlock(transaction, maxRuns);
  } catch (error) {
    throw error instanceof pg.DatabaseError && codeOf(error) === uniqueViolation
      ? new UniqueConflict(error)
      : toUnavailableFault(error);
  }
}

/** A unique index refused a row: `conflict`, unless the domain says it better by the index's name. */
class UniqueConflict extends Fault {
  readonly constraint: string | undefined;

  constructor(error: pg.DatabaseError) {
    super('conflict');
    this.constraint = error.constraint;
    this.cause = error;
  }
}

/** Whether the database could not hold a value that it was given, as a character of number 0 (class 22 of its errors). */
export function isDataException(error: unknown): boolean {
  return codeOf(error)?.startsWith('22') ?? false;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

const unreachableCodes = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300']);

/** The fault `unavailable` for an error that says the server cannot be reached, or answer now; any other error as it is. */
export function toUnavailableFault(error: unknown): unknown {
  const code = codeOf(error);
  return isUnreachable(error) || code === deadlock || code === canceled ? new Fault('unavailable') : error;
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && unreachableCodes.has(error.code)) return true;
  return /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(error.message);
}

/** Whether the error is PostgreSQL's unique violation of the named constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const isConflict = error instanceof UniqueConflict || codeOf(error) === uniqueViolation;
  return isConflict && error instanceof Error && 'constraint' in error && error.constraint === constraint;
}
