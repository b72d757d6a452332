import type { Alarm } from '@medcloud/contract';
import { shownRole } from '../core/column-values.ts';
import type { AlarmRow } from './store.ts';

/** Shows an alarm to an administrator. */
export function showAlarm(row: AlarmRow): Alarm {
  return {
    id: row.id,
    kind: row.kind,
    raisedAt: row.raisedAt.toISOString(),
    seenAt: row.seenAt?.toISOString() ?? null,
    doctor: showDoctor(row),
    account: showAccount(row),
    count: row.count,
    network: row.network,
    browser: row.browser,
    system: row.system,
    isHeld: row.isHeld,
  };
}

function showDoctor({ doctorId: id, firstName, lastName, licenseNumber, email }: AlarmRow): Alarm['doctor'] {
  const isComplete = id !== null && firstName !== null && lastName !== null && licenseNumber !== null;
  return isComplete ? { id, firstName, lastName, licenseNumber, email: email ?? '' } : null;
}

function showAccount({ userId: id, role, email, centerName: name }: AlarmRow): Alarm['account'] {
  return id === null || role === null || email === null ? null : { id, role: shownRole(role), name, email };
}
