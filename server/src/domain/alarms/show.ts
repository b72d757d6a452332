import type { Alarm } from '@medcloud/contract';
import type { AlarmRow } from './store.ts';

/** Shows an alarm to an administrator. */
export function showAlarm(row: AlarmRow): Alarm {
  const { doctorId, firstName, lastName, licenseNumber, email, centerId, centerName } = row;
  const hasDoctor = doctorId !== null && firstName !== null && lastName !== null && licenseNumber !== null;
  return {
    id: row.id,
    kind: row.kind,
    raisedAt: row.raisedAt.toISOString(),
    seenAt: row.seenAt?.toISOString() ?? null,
    doctor: hasDoctor ? { id: doctorId, firstName, lastName, licenseNumber, email: email ?? '' } : null,
    ...(centerId === null || centerName === null ? {} : { center: { id: centerId, name: centerName } }),
  };
}
