import { fileURLToPath } from 'node:url';
import { memoize } from '../../platform/concurrency/memoize.ts';
import { readSqlFiles, type SqlFile } from '../../platform/db/repeatable-sql.ts';

/**
 * Reads the current functions, triggers, policies and grants of all nouns: `domain/<noun>/sql/*.sql`. Once per process,
 * because finding the files takes 20 ms.
 */
export const readDomainSqlFiles: () => Promise<SqlFile[]> = memoize(() =>
  readSqlFiles(fileURLToPath(new URL('..', import.meta.url))),
);
