import type { EventKind } from '@medcloud/contract/events';
import { notifyClients } from '../core/notify-clients.ts';
import type { Tx } from '../database.ts';

interface ChangedRecord {
  centerId: string;
  patientUuid: string;
}

/**
 * Notifies the doctor and each center about changes to these records. A center gets only its own patients' ids, since
 * one link may concern patients of several centers.
 */
export async function notifyRecordChange(
  tx: Tx,
  kind: EventKind,
  { doctorId, requestId }: { doctorId: string; requestId?: string },
  records: readonly ChangedRecord[],
): Promise<void> {
  const byCenter = Map.groupBy(records, (record) => record.centerId);
  const all = records.map((record) => record.patientUuid);
  await notifyClients(
    tx,
    { kind, ids: requestId === undefined ? all : [requestId, ...all], to: { doctors: [doctorId] } },
    ...[...byCenter].map(([centerId, own]) => ({
      kind,
      ids: own.map((record) => record.patientUuid),
      to: { centers: [centerId] },
    })),
  );
}
