import type { OpenRequest } from '@medcloud/contract';
import { databaseNow } from '../../../platform/db/now.ts';
import type { DoctorScope } from '../../authorization/scope.ts';
import type { DbContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { combineStatuses, getEffectiveStatus } from '../states.ts';
import { listRequests as listRows, type OpenRequestRow } from '../store.ts';

/**
 * Lists a doctor's own requests by masked phone, never by name. A decoy looks like any request whose code was not
 * entered.
 */
export async function listRequests(context: DbContext, scope: DoctorScope): Promise<OpenRequest[]> {
  return await context.db.within(scope, (tx) => readRequests(tx, scope.doctorId));
}

/** The same within a transaction. */
export async function readRequests(tx: Reader, doctorId: string): Promise<OpenRequest[]> {
  const now = await databaseNow(tx);
  return (await listRows(tx, doctorId)).map((row) => showRequest(row, now));
}

function showRequest(row: OpenRequestRow, now: Date): OpenRequest {
  const base = { id: row.id, phone: `…${row.phoneLast3}`, requestedAt: row.requestedAt.toISOString() };
  if (row.verifiedAt === null || row.consentExpiresAt === null) {
    const isActive = row.codeExpiresAt > now;
    return {
      ...base,
      step: 'code',
      status: isActive ? 'pending' : 'expired',
      ...(isActive ? { codeExpiresAt: row.codeExpiresAt.toISOString() } : {}),
      expiresAt: row.codeExpiresAt.toISOString(),
    };
  }
  const accesses = (row.accesses ?? []).map(({ status, expiresAt }) => ({ status, expiresAt: new Date(expiresAt) }));
  const status = combineStatuses(accesses.map((access) => getEffectiveStatus(access, now)));
  if (row.answeredAt === null) {
    // No response can come once every record of the request has another number.
    const isPending = accesses.length === 0 || accesses.some((access) => access.status === 'pending');
    const isOpen = row.consentExpiresAt > now && isPending;
    return {
      ...base,
      step: 'consent',
      status: isOpen ? 'pending' : 'expired',
      expiresAt: row.consentExpiresAt.toISOString(),
    };
  }
  const last = Math.max(...accesses.map((access) => access.expiresAt.getTime()), row.consentExpiresAt.getTime());
  return { ...base, step: 'answered', status, expiresAt: new Date(last).toISOString() };
}
