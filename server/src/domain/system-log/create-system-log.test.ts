import { Fault } from '@medcloud/contract/faults';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemRandom } from '../../platform/ids/random.ts';
import { openLog } from '../../platform/log/log.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { createSystemLog } from './create-system-log.ts';
import type { SystemEvent } from './system-event.ts';

const context = { clock: systemClock, random: systemRandom };
const quickTiming = { batchMs: 5, maxWaitMs: 20, closeTimeoutMs: 100 };
// the log's timers advance only when a test advances them
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const codes = (events: readonly SystemEvent[]) => events.map(({ code, times }) => `${code} ${times}`);

/** Opens a log that writes into a list, or rejects with `database.failure` if set. */
function openTestLog() {
  const written: SystemEvent[][] = [];
  const database = { failure: null as Error | null };
  const systemLog = createSystemLog(context, quickTiming);
  systemLog.open(async (events) => {
    if (database.failure) throw database.failure;
    written.push([...events]);
  });
  return { systemLog, written, database };
}

it('writes events logged before open, and counts repeated ones', async () => {
  const systemLog = createSystemLog(context, quickTiming);
  systemLog.log('started', { postgres: '18' });
  for (let times = 0; times < 3; times += 1) systemLog.log('connection-lost', { error: 'Error ECONNRESET' });
  const written: SystemEvent[] = [];
  systemLog.open(async (events) => void written.push(...events));
  await vi.advanceTimersByTimeAsync(50);
  expect(codes(written)).toEqual(['started 1', 'connection-lost 3']);
  await systemLog.close();
});

it('keeps events while the database is unavailable, and writes each once afterwards', async () => {
  const { systemLog, written, database } = openTestLog();
  database.failure = new Fault('unavailable');
  systemLog.log('stopped');
  await vi.advanceTimersByTimeAsync(40);
  systemLog.log('stopped');
  systemLog.log('started', { postgres: '18' });
  await vi.advanceTimersByTimeAsync(40);
  expect(written).toEqual([]);
  database.failure = null;
  await vi.advanceTimersByTimeAsync(60);
  expect(written.flatMap(codes).toSorted()).toEqual(['started 1', 'stopped 2']);
  await systemLog.close();
});

it('drops events that the database rejects, and logs their number', async () => {
  const { systemLog, written, database } = openTestLog();
  database.failure = new Error('violates a check');
  systemLog.log('stopped');
  await vi.advanceTimersByTimeAsync(30);
  database.failure = null;
  systemLog.log('doctor-approved');
  await vi.advanceTimersByTimeAsync(40);
  expect(written.flat().map(({ code, params }) => [code, params])).toEqual([
    ['doctor-approved', {}],
    ['lines-left-out', { count: 1 }],
  ]);
  await systemLog.close();
});

it('keeps at most 200 distinct events, and logs how many it dropped', async () => {
  const systemLog = createSystemLog(context, quickTiming);
  for (let count = 0; count < 1_000; count += 1) systemLog.log('objects-swept', { count });
  const written: SystemEvent[] = [];
  systemLog.open(async (events) => void written.push(...events));
  await systemLog.close();
  expect(written).toHaveLength(201);
  expect(written.at(-1)).toMatchObject({ code: 'lines-left-out', params: { count: 800 } });
});

it('writes pending events on close, and closes even if the database never responds', async () => {
  const { systemLog, written } = openTestLog();
  systemLog.log('stopped');
  await systemLog.close();
  expect(written.flatMap(codes)).toEqual(['stopped 1']);
  const stuckLog = createSystemLog(context, quickTiming);
  stuckLog.open(() => new Promise(() => undefined));
  stuckLog.log('stopped');
  let isClosed = false;
  const closed = stuckLog.close().then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(quickTiming.closeTimeoutMs - 1);
  expect(isClosed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await closed;
});

it('logs warnings of the process log by their kind only, at any log level', async () => {
  const shown: string[] = [];
  const { systemLog, written } = openTestLog();
  const logger = openLog('silent', { out: { write: (line) => void shown.push(line) }, warnings: systemLog.lines });
  logger.info({ route: '/api/x' }, 'answered');
  const error = Object.assign(new Error('Key (email)=(maria@example.gr) already exists.'), { code: '23505' });
  logger.error({ event: 'request_failed', err: error, route: '/api/medical-center/patients' }, 'failed');
  logger.error({ event: 'annotations_damaged', err: error, set: 'a' }, 'damaged');
  logger.warn(
    { err: new Error('Παπαδοπούλου'), route: '/?q=Παπαδοπούλου', phone: '+306900000001' },
    'Μαρία Παπαδοπούλου',
  );
  await systemLog.close();
  expect(written.flat().map(({ code, params }) => ({ code, params }))).toEqual([
    { code: 'request-failed', params: { route: '/api/medical-center/patients', error: 'Error 23505' } },
    { code: 'annotations-damaged', params: { error: 'Error 23505' } },
    { code: 'other-warning', params: { error: 'Error' } },
  ]);
  expect(JSON.stringify(written)).not.toMatch(/maria|Παπαδοπούλου|30690000/);
  expect(shown).toEqual([]);
});
