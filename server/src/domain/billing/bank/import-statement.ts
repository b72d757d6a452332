import type { StatementImport } from '@medcloud/contract';
import { mapInTurns } from '../../../platform/concurrency/map-in-turns.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { type DecidedLine, decideLines, type FreshLine, type ReadLine } from './decide-lines.ts';
import { encryptLine } from './encrypted-line.ts';
import { findReferences } from './find-references.ts';
import { createKeySeparator, createLineKeys, type SharedKey } from './line-keys.ts';
import type { Statement } from './read/read-statement.ts';
import { enqueueSettlement } from './settle-lines.ts';
import { findKnownKeys, findStatementId, insertLines, insertStatement } from './statement-store.ts';

type ImportContext = Pick<AppContext, 'db' | 'keys' | 'clock' | 'random' | 'queue' | 'settings'>;

const maxLinesPerInsert = 500;
/** A few milliseconds of work. */
const linesPerTurn = 100;

/**
 * Stores the lines of a bank's file that no earlier file had, each with what it pays, in one transaction. A job then
 * records the payments. The same file again adds nothing.
 */
export async function importStatement(
  context: ImportContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  iban: string,
  { format, sha256, lines }: Statement,
): Promise<StatementImport> {
  const series = [context.settings.billing.series.invoice];
  const createKey = createLineKeys(iban);
  const read = await mapInTurns(lines, linesPerTurn, (line) => ({
    line,
    key: createKey(line),
    references: findReferences(line, series),
  }));
  const separated = await mapInTurns(read, linesPerTurn, createKeySeparator(read));
  const id = newId(context.clock, context.random);
  const days = lines.map(({ day }) => day).sort();
  const statement = {
    ...{ id, iban, sha256, format, lines: lines.length, imported_by: request.principal.userId },
    ...{ from_day: days[0] ?? null, to_day: days.at(-1) ?? null },
  };
  return await context.db.within(scope, async (tx) => {
    if (!(await insertStatement(tx, statement))) return await describeRepeated(tx, sha256, lines.length);
    const decided = await decideLines(tx, statement, await selectFresh(tx, separated));
    const inserted = await insertInParts(context, tx, id, decided);
    await enqueueSettlement(context, tx, id);
    const count = (state: string) => decided.filter((line) => line.state === state).length;
    const counts = {
      lines: lines.length,
      matched: count('matched'),
      proposed: count('proposed'),
      unmatched: count('unmatched'),
      repeated: lines.length - inserted,
    };
    await record(tx, {
      event: 'statement_imported',
      ...toAuditFields(request),
      object: { kind: 'bank_statement', id },
      details: { format, sha256: sha256.toString('hex'), ...counts },
    });
    await notifyClients(tx, { kind: 'account', ids: [id], to: { admins: true } });
    return { id, ...counts };
  });
}

async function describeRepeated(tx: Tx, sha256: Buffer, lines: number): Promise<StatementImport> {
  const id = await findStatementId(tx, sha256);
  if (id === null) throw new Error('A statement with this hash was found and is gone.');
  return { id, lines, matched: 0, proposed: 0, unmatched: 0, repeated: lines };
}

/**
 * Returns the lines that are in no earlier file, each once. One that an earlier file may have, or this one twice, is
 * doubtful.
 */
async function selectFresh(tx: Tx, lines: readonly (ReadLine & SharedKey)[]): Promise<FreshLine[]> {
  const shared = lines.flatMap(({ sharedKey }) => sharedKey ?? []);
  const known = await findKnownKeys(tx, [...lines.map(({ key }) => key), ...shared]);
  return lines.flatMap(({ sharedKey, isTwice, ...line }) => {
    if (known.has(line.key.toString('hex'))) return [];
    return [{ ...line, isDoubtful: isTwice || (sharedKey !== null && known.has(sharedKey.toString('hex'))) }];
  });
}

async function insertInParts(
  { keys, clock, random }: ImportContext,
  tx: Tx,
  statementId: string,
  decided: readonly DecidedLine[],
): Promise<number> {
  let inserted = 0;
  for (let start = 0; start < decided.length; start += maxLinesPerInsert) {
    const part = decided.slice(start, start + maxLinesPerInsert);
    const rows = await mapInTurns(part, linesPerTurn, ({ line, key, ...decision }) => {
      const id = newId(clock, random);
      const { day, cents, currency, isBooked, isReturn } = line;
      const facts = { id, line_key: key, day, cents, currency, is_pending: !isBooked, is_return: isReturn };
      return { ...facts, ...encryptLine(keys, id, line, random), ...decision };
    });
    inserted += await insertLines(tx, statementId, rows);
  }
  return inserted;
}
