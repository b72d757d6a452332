import type { SyslogSettings } from '../../../platform/config/syslog-url.ts';
import { GatewayError } from '../../../platform/outbound/gateway-error.ts';
import { sendSyslog } from '../../../platform/outbound/syslog/send-syslog.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { findPatientIds } from '../search/reads.ts';
import { formatRecord, type RecordNames } from './format-record.ts';
import {
  findPosition,
  findStreamNames,
  listStreamRecords,
  type StreamRecord,
  saveFailure,
  savePosition,
} from './store.ts';

type StreamContext = Pick<AppContext, 'db' | 'clock' | 'settings' | 'reachFaultPoint'>;

// about 1 MB of messages; one connection carries a batch
const maxBatchRecords = 500;
// bounds the time of a run, for which the end of the portal waits
const maxBatches = 20;
const limitMs = 30_000;

/** Identifies a receiver in rows and reports. */
export function receiverName({ host, port }: SyslogSettings): string {
  return `syslog+tls://${host}:${port}`;
}

/** Replaced by tests. */
interface StreamOptions {
  batchRecords?: number;
  /** Aborts when a batch has taken too long. */
  createTimeout?: () => AbortSignal;
}

/**
 * Creates the function that sends the records of the chain which a receiver lacks, in order, and stores the position
 * after each batch that the receiver has read. A batch that fails, or after which the process ended, is sent again: at
 * least once. It returns the error that ended the run, for the log; null if there was none.
 *
 * A receiver that does not read a batch within 30 s gets one half as large from the next run on, down to one record, so
 * that a slow one gets on. A batch that took less than a quarter of that time doubles the next, up to 500 records.
 */
export function createStreamSender(
  context: StreamContext,
  receiver: SyslogSettings,
  { batchRecords = maxBatchRecords, createTimeout = () => AbortSignal.timeout(limitMs) }: StreamOptions = {},
): () => Promise<unknown> {
  let size = batchRecords;
  return async () => {
    try {
      for (let batch = 0; batch < maxBatches; batch += 1) {
        const startedAt = context.clock.now().getTime();
        const count = await sendBatch(context, receiver, size, createTimeout());
        const isLast = count < size;
        if (count > 0 && context.clock.now().getTime() - startedAt < limitMs / 4)
          size = Math.min(batchRecords, size * 2);
        if (isLast) break;
      }
      return null;
    } catch (error) {
      if (isTooSlow(error)) size = Math.ceil(size / 2);
      await context.db.within(systemScope('stream'), (tx) => saveFailure(tx, receiverName(receiver)));
      return error;
    }
  };
}

/** The receiver was connected, and the time ended within the batch. */
function isTooSlow(error: unknown): boolean {
  return error instanceof GatewayError && error.verdict === 'unknown' && error.code === 'timeout';
}

async function sendBatch(
  context: StreamContext,
  receiver: SyslogSettings,
  maxRecords: number,
  timeout: AbortSignal,
): Promise<number> {
  const name = receiverName(receiver);
  const { from, records, names } = await context.db.read(systemScope('stream'), async (tx) => {
    const position = await findPosition(tx, name);
    const page = await listStreamRecords(tx, position, maxRecords);
    return { from: position, records: page, names: await findNames(tx, page) };
  });
  const last = records.at(-1);
  if (last === undefined) return 0;
  const place = { site: context.settings.publicUrl, now: context.clock.now() };
  const messages = records.map((record) => formatRecord(record, names, place));
  await sendSyslog(receiver, messages, timeout);
  context.reachFaultPoint('stream-sent');
  await context.db.within(systemScope('stream'), (tx) => savePosition(tx, name, { from, to: last.seq }));
  return records.length;
}

async function findNames(tx: Reader, records: readonly StreamRecord[]): Promise<RecordNames> {
  const events = records.flatMap(({ event }) => event ?? []);
  const ids = events.flatMap(({ personId, doctorId, centerId }) => [personId, doctorId, centerId]);
  return {
    names: await findStreamNames(
      tx,
      ids.filter((id) => id !== null),
    ),
    patients: await findPatientIds(
      tx,
      events.flatMap(({ patientId }) => patientId ?? []),
    ),
  };
}
