import { type BankLineEntry, type BankLinesQuery, bankLineStates, issueCode, limits } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { isUuid } from '../../../platform/ids/ids.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import type { DbContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { showLines } from './show.ts';
import { undecidedStates } from './states.ts';
import { countLines, findLine, listLines as listRows } from './store.ts';

export interface LineList {
  lines: BankLineEntry[];
  total: number;
  cursor: string | null;
}

/** Lists movements of the bank account, newest first, without payer and text. */
export async function listLines({ db }: DbContext, scope: AdminScope, query: BankLinesQuery): Promise<LineList> {
  const limit = query.limit ?? limits.listDefault;
  const states = query.state === 'undecided' ? undecidedStates : query.state ? [query.state] : bankLineStates;
  return await db.within(scope, async (tx) => {
    const after = query.cursor === undefined ? null : await getPosition(tx, query.cursor);
    const rows = await listRows(tx, states, { limit: limit + 1, after });
    const shown = rows.slice(0, limit);
    return {
      lines: await showLines(tx, shown),
      total: await countLines(tx, states),
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}

async function getPosition(tx: Reader, cursor: string) {
  const line = isUuid(cursor) ? await findLine(tx, cursor) : null;
  if (line === null) throw createFieldFault('cursor', issueCode('cursor_invalid'));
  return line;
}
