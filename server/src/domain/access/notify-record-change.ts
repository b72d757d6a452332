import type { EventKind } from '@medcloud/contract/events';
import type { Tx } from '../../platform/db/database.ts';
import { notifyClients } from '../core/notify-clients.ts';

interface ChangedRecord {
  centerId: string;
  patientUuid: string;
}

/**
 * Tells a doctor and each center that something changed about these records. A center hears of its own patients alone:
 * one link may concern patients of several.
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
