import type { Migration } from 'kysely/migration';
import * as scope from './001-scope.ts';
import * as records from './002-records.ts';
import * as access from './003-access.ts';
import * as security from './004-row-level-security.ts';
import * as search from './005-search.ts';
import * as jobs from './006-jobs.ts';

/** All migrations, forward only, never edited once landed. */
export const migrations: Record<string, Migration> = {
  '001-scope': scope,
  '002-records': records,
  '003-access': access,
  '004-row-level-security': security,
  '005-search': search,
  '006-jobs': jobs,
};
