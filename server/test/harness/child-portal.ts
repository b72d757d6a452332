import { createInterface } from 'node:readline';
import { pino } from 'pino';
import * as z from 'zod';
import { openHouse } from '../../src/app/house.ts';
import { openPasswords } from '../../src/domain/accounts/password.ts';
import { sweepObjects } from '../../src/domain/exams/sweep-objects.ts';
import type { CrashPoint } from '../../src/domain/portal/portal.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { quietJobs } from './quiet-jobs.ts';

/*
 * The portal in a process of its own, for tests that measure or kill it. Its configuration is the environment, as ever;
 * beside it CHILD_CONNECTION (JSON: a test's database; unset: the embedded one), CRASH_AT (`point:n`: the process ends
 * itself by SIGKILL at the n-th passing; a line on its input says the same of one that runs, and is answered; the line `sweep` does what SWEEP does), PREPARE (`1`: exams are made viewable), SEAL (`1`: the audit trail is sealed each second), TELL_COUNTS (`1`: its callers' requests are told to other nodes) and SWEEP (`1`: what no exam owns is removed, of any age, before it answers).
 * Prints one JSON line when it answers, and ends when its input closes.
 */

const connectionShape = z.object({
  host: z.string(),
  port: z.number(),
  user: z.string(),
  password: z.string(),
  database: z.string(),
});

/** A call for each passing of a named point; at the one asked for the process is gone, without a word. */
function crashingAt(wanted: string | undefined): (point: CrashPoint) => void {
  if (wanted === undefined) return () => undefined;
  const [name, count = '1'] = wanted.split(':');
  let left = Number(count);
  return (point) => {
    if (point !== name) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
}

let passing = crashingAt(process.env.CRASH_AT);
const given = process.env.CHILD_CONNECTION;
const house = await openHouse(readConfig(process.env), {
  connection: given === undefined ? null : connectionShape.parse(JSON.parse(given)),
  testDatabase: given !== undefined,
  passwords: openPasswords({ memoryCost: 1_024, timeCost: 1 }),
  crashPoint: (point) => passing(point),
  pages: false,
  jobs: {
    ...quietJobs,
    prepareExams: process.env.PREPARE === '1',
    sealEveryMs: process.env.SEAL === '1' ? 1_000 : null,
    tellCountsEveryMs: process.env.TELL_COUNTS === '1' ? 100 : null,
  },
  logger: pino({ level: process.env.TEST_LOG ?? 'silent' }),
});
const swept = process.env.SWEEP === '1' ? await sweepObjects(house.portal, 0) : 0;
process.stdout.write(`${JSON.stringify({ origin: house.origin, swept })}\n`);
createInterface({ input: process.stdin }).on('line', async (wanted) => {
  if (wanted === 'sweep') return process.stdout.write(`${await sweepObjects(house.portal, 0)}\n`);
  passing = crashingAt(wanted);
  return process.stdout.write(`${wanted}\n`);
});
process.stdin.resume().once('end', () => house.close().then(() => process.exit(0)));
