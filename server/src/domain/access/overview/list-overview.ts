import { issueCode, limits, type Overview } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { databaseNow } from '../../../platform/db/now.ts';
import { overviewScope } from '../../authorization/authorize.ts';
import type { DbContext } from '../../core/context.ts';
import { showDoctor } from '../doctor-columns.ts';
import { shortenName, showDoctorState } from '../links/describe-link.ts';
import { getEffectiveStatus } from '../states.ts';
import { findGrant, isOverviewOpen, listGrants, type OverviewRow } from './store.ts';

const pageSize = 50;

/**
 * Lists the active and past grants of the patients with the phone's number, at all centers. Throws `link_invalid` for an
 * unknown secret and after 20 minutes; `validation` for a cursor that is not in the list.
 */
export async function listOverview(
  context: DbContext,
  { overviewToken, cursor }: { overviewToken: string; cursor?: string | undefined },
): Promise<Overview> {
  return await context.db.read(overviewScope(overviewToken), async (tx) => {
    if (!(await isOverviewOpen(tx))) throw new Fault('link_invalid');
    if (cursor !== undefined && (await findGrant(tx, cursor)) === null)
      throw createFieldFault('cursor', issueCode('cursor_invalid'));
    const now = await databaseNow(tx);
    const rows = await listGrants(tx, { after: cursor ?? null, limit: pageSize + 1 });
    const shown = rows.slice(0, pageSize);
    return {
      days: [...limits.grantDays],
      grants: shown.map((row) => showGrant(row, now)),
      cursor: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}

function showGrant(row: OverviewRow, now: Date): Overview['grants'][number] {
  const { gender } = row;
  return {
    id: row.id,
    doctor: { ...showDoctor(row), ...(gender ? { gender } : {}), standing: showDoctorState(row.doctorState) },
    name: shortenName({ firstName: row.patientFirstName, lastName: row.patientLastName }),
    medicalCenter: { name: row.centerName, phone: row.centerPhone },
    examCount: row.examCount,
    exams: row.exams,
    ...showGrantState(row, now),
  };
}

/** Returns a grant's state for the response. */
export function showGrantState(
  row: OverviewRow,
  now: Date,
): Pick<Overview['grants'][number], 'status' | 'expiresAt' | 'examTypes'> {
  return {
    status: getEffectiveStatus(row, now),
    expiresAt: (row.endedAt ?? row.expiresAt).toISOString(),
    examTypes: row.scope,
  };
}
