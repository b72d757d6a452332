import type { EventKind } from '@medcloud/contract/events';
import type { Tx } from '../../platform/db/database.ts';
import { announce } from '../portal/announce.ts';

interface Concerned {
  centerId: string;
  patientUuid: string;
}

/**
 * Tells a doctor and each center that something changed about these records. A center hears of its own patients alone:
 * one link may concern patients of several.
 */
export async function announceRecords(
  tx: Tx,
  kind: EventKind,
  { doctorId, requestId }: { doctorId: string; requestId?: string },
  records: readonly Concerned[],
): Promise<void> {
  const byCenter = Map.groupBy(records, (record) => record.centerId);
  const all = records.map((record) => record.patientUuid);
  await announce(
    tx,
    { kind, ids: requestId === undefined ? all : [requestId, ...all], to: { doctors: [doctorId] } },
    ...[...byCenter].map(([centerId, own]) => ({
      kind,
      ids: own.map((record) => record.patientUuid),
      to: { centers: [centerId] },
    })),
  );
}
