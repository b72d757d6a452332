import { createInterface } from 'node:readline';
import { pino } from 'pino';
import * as z from 'zod';
import { createApp } from '../../src/app/create-app.ts';
import type { FaultPoint } from '../../src/domain/core/context.ts';
import { deleteOrphanObjects } from '../../src/domain/exams/delete-orphan-objects.ts';
import { enqueueExamsToIndex } from '../../src/domain/imaging/enqueue-exams-to-index.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { createFastHasher } from './fast-passwords.ts';
import { quietJobs } from './quiet-jobs.ts';

/*
 * The portal in its own process, for tests that measure or kill it. It is configured by the environment as usual.
 * Additional variables:
 * - CHILD_LOGINS: the logins to a test's database as JSON; if unset, the embedded one.
 * - CRASH_AT: `point:n`; the process kills itself by SIGKILL at the n-th passing of the fault point. A line of the same
 *   form on its input sets this later, and is echoed. The line `delete-orphans` does the same as DELETE_ORPHANS;
 *   `enqueue-exams` enqueues the exams that are not indexed yet.
 * - INDEX_EXAMS: `1` indexes exams.
 * - SCAN_EXAMS: `1` enqueues exams that wait for the virus scanner ten times a second.
 * - CHAIN_EVENTS: `1` extends the audit chain every second.
 * - PUBLISH_COUNTS: `1` publishes request counts to other nodes.
 * - NOTIFY_DOCTORS: `1` sends notifications ten times a second.
 * - DELETE_ORPHANS: `1` deletes orphan objects of any age before the portal is ready.
 * Prints one JSON line when it is ready, and exits when its input closes.
 */

const connectionShape = z.object({
  host: z.string(),
  port: z.number(),
  user: z.string(),
  password: z.string(),
  database: z.string(),
});
const loginsShape = z.object({ owner: connectionShape, app: connectionShape, backup: connectionShape });

/** Returns a function to call at each fault point. At the given point it kills the process. */
function killAt(faultPoint: string | undefined): (point: FaultPoint) => void {
  if (faultPoint === undefined) return () => undefined;
  const [name, count = '1'] = faultPoint.split(':');
  let remaining = Number(count);
  return (point) => {
    if (point !== name) return;
    remaining -= 1;
    if (remaining === 0) process.kill(process.pid, 'SIGKILL');
  };
}

let reachFaultPoint = killAt(process.env.CRASH_AT);
const loginsJson = process.env.CHILD_LOGINS;
const app = await createApp(readConfig(process.env), {
  logins: loginsJson === undefined ? null : loginsShape.parse(JSON.parse(loginsJson)),
  isTestDatabase: loginsJson !== undefined,
  passwords: createFastHasher(),
  reachFaultPoint: (point) => reachFaultPoint(point),
  hasPages: false,
  jobs: {
    ...quietJobs,
    shouldIndexExams: process.env.INDEX_EXAMS === '1',
    scanEveryMs: process.env.SCAN_EXAMS === '1' ? 100 : quietJobs.scanEveryMs,
    chainEveryMs: process.env.CHAIN_EVENTS === '1' ? 1_000 : null,
    alarmsEveryMs: null,
    publishCountsEveryMs: process.env.PUBLISH_COUNTS === '1' ? 100 : null,
    notificationsEveryMs: process.env.NOTIFY_DOCTORS === '1' ? 100 : null,
  },
  logger: pino({ level: process.env.TEST_LOG ?? 'silent' }),
});
const deletedObjects = process.env.DELETE_ORPHANS === '1' ? await deleteOrphanObjects(app.context, 0) : 0;
process.stdout.write(`${JSON.stringify({ origin: app.origin, deletedObjects })}\n`);
createInterface({ input: process.stdin }).on('line', async (faultPoint) => {
  if (faultPoint === 'delete-orphans') return process.stdout.write(`${await deleteOrphanObjects(app.context, 0)}\n`);
  if (faultPoint === 'enqueue-exams') await enqueueExamsToIndex(app.context);
  else reachFaultPoint = killAt(faultPoint);
  return process.stdout.write(`${faultPoint}\n`);
});
process.stdin.resume().once('end', () => app.close().then(() => process.exit(0)));
