import { fileURLToPath } from 'node:url';
import { readSqlFiles, type SqlFile } from '../../platform/db/repeatable-sql.ts';

/** Reads the current functions, triggers, policies and grants of all nouns: `domain/<noun>/sql/*.sql`. */
export const readDomainSqlFiles = (): Promise<SqlFile[]> => readSqlFiles(fileURLToPath(new URL('..', import.meta.url)));
