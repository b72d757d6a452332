import type { BankColumns } from '@medcloud/contract';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import type { AppContext, DbContext } from '../../core/context.ts';
import { readColumnFinder, upsertColumns } from './csv-columns-store.ts';
import type { FindColumns } from './read/csv-columns.ts';

/** Saves what the columns of a bank's CSV files are, for each file with these headings. */
export async function saveColumns(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  { headings, columns }: BankColumns,
): Promise<void> {
  await db.within(scope, async (tx) => {
    await upsertColumns(tx, { headings, columns, userId: request.principal.userId, at: clock.now() });
    await record(tx, {
      event: 'bank_columns_saved',
      ...toAuditFields(request),
      details: { fields: Object.keys(columns) },
    });
  });
}

/** Finds the columns of CSV headings: those that were saved, or known ones. */
export async function openColumnFinder({ db }: DbContext, scope: AdminScope): Promise<FindColumns> {
  return await db.read(scope, readColumnFinder);
}
