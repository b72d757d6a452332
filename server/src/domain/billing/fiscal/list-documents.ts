import { issueCode, limits } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { type FiscalDocument, type FiscalQuery, fiscalStates } from '@medcloud/contract/shapes/billing/fiscal';
import { isUuid } from '../../../platform/ids/ids.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import { type TimeContext, today } from '../../core/context.ts';
import { countFiscal, listFiscal } from './reads.ts';
import { showFiscal } from './show.ts';
import { pendingStates } from './states.ts';

export interface FiscalPage {
  documents: FiscalDocument[];
  total: number;
  cursor: string | null;
}

/** Lists issued documents with their state at the tax authority, the latest first. */
export async function listDocuments(context: TimeContext, scope: AdminScope, query: FiscalQuery): Promise<FiscalPage> {
  const { limit = limits.listDefault, cursor: after = null } = query;
  if (after !== null && !isUuid(after)) throw createFieldFault('cursor', issueCode('cursor_invalid'));
  const states = query.state === 'pending' ? pendingStates : query.state ? [query.state] : fiscalStates;
  const day = today(context);
  return await context.db.read(scope, async (tx) => {
    const rows = await listFiscal(tx, { states, day }, { limit: limit + 1, after });
    const shown = rows.slice(0, limit);
    return {
      documents: shown.map(showFiscal),
      total: await countFiscal(tx, states),
      cursor: rows.length > limit ? (shown.at(-1)?.invoiceId ?? null) : null,
    };
  });
}
