import type pg from 'pg';

/** The checked facts of a database server. */
export interface ServerFacts {
  version: string;
  encoding: string;
  fsync: boolean;
}

/** The server is not suitable for records. The message states what to change. */
export class UnfitServerError extends Error {
  constructor(message: string) {
    super(`DATABASE_URL: ${message}`);
    this.name = 'UnfitServerError';
  }
}

/**
 * Checks version (15 or newer), encoding (UTF8) and that commits are synced to disk. `allowUnsafe` is only for test
 * clusters. Throws `UnfitServerError`.
 */
export async function checkServer(pool: pg.Pool, { allowUnsafe }: { allowUnsafe: boolean }): Promise<ServerFacts> {
  const { rows } = await pool.query<{
    version: string;
    number: number;
    encoding: string;
    fsync: string;
    commit: string;
  }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
       current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`,
  );
  const [facts] = rows;
  if (!facts) throw new UnfitServerError('the server did not say what it is.');
  if (facts.number < 150_000) throw new UnfitServerError(`PostgreSQL 15 or newer is needed; this is ${facts.version}.`);
  if (facts.encoding !== 'UTF8')
    throw new UnfitServerError(`the database's encoding must be UTF8; this is ${facts.encoding}.`);
  const isSafe = facts.fsync === 'on' && facts.commit !== 'off';
  if (!isSafe && !allowUnsafe)
    throw new UnfitServerError(
      'fsync or synchronous_commit is off, so acknowledged exams could be lost. Turn both on.',
    );
  return { version: facts.version, encoding: facts.encoding, fsync: isSafe };
}
