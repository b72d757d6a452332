import type { BankLineText } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import type { KeyContext } from '../../core/context.ts';
import { decryptLine } from './encrypted-line.ts';
import { findEncrypted } from './store.ts';

/** Returns the payer and text of a movement, and logs that they were read. Throws `not_found`. */
export async function openLine(
  { db, keys }: KeyContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
): Promise<BankLineText> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await db.within(scope, async (tx) => {
    const encrypted = await findEncrypted(tx, id);
    if (encrypted === null) throw new Fault('not_found');
    await record(tx, {
      event: 'bank_line_opened',
      ...toAuditFields(request),
      object: { kind: 'bank_line', id },
      details: {},
    });
    return decryptLine(keys, id, encrypted);
  });
}
