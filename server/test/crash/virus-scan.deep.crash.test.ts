import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeep } from '../harness/depth.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { startVirusScanner, type VirusScanner } from '../services/virus-scanner.ts';
import { type CrashFixture, createCrashFixture } from './create-crash-fixture.ts';

/** Issue 16, section 5: a kill loses no scan, and repeats none that ended. */
describe('the virus scan of a portal that is killed', () => {
  let fixture: CrashFixture;
  let scanner: VirusScanner;
  let owner: pg.Client;

  beforeAll(async () => {
    scanner = await startVirusScanner();
    fixture = await createCrashFixture();
    owner = new pg.Client(fixture.connection);
    await owner.connect();
    await fixture.first.close();
  });
  afterAll(async () => {
    await owner.end();
    await fixture.close();
    await scanner.stop();
  });

  const rows = async (statement: string) => (await owner.query(statement)).rows;
  const environment = () => ({ SCAN_URL: scanner.url, SCAN_EXAMS: '1' });

  const always: [string, number][] = [['scan-running', 3]];
  const deep: [string, number][] = [['scan-finished', 2]];

  it.each(isDeep ? [...always, ...deep] : always)('ends with each exam scanned: %s', async (point, scans) => {
    await rows(`UPDATE exams SET scan_state = 'waiting', scanned_at = NULL, scan_due_at = NULL`);
    const before = scanner.scanned.length;
    await fixture.startCrashingApp({ ...environment(), CRASH_AT: `${point}:1` });
    // the lease of a dead process's job expires at once instead of after 30 s
    await rows('UPDATE jobs SET due_at = now()');
    const child = await fixture.start(environment());
    await waitUntil(async () => (await rows(`SELECT 1 FROM exams WHERE scan_state <> 'clean'`)).length === 0);
    await waitUntil(async () => (await rows(`SELECT 1 FROM jobs WHERE kind LIKE 'scan-%'`)).length === 0);
    await child.close();
    expect(await rows('SELECT DISTINCT scan_state, scan_due_at, scan_fault FROM exams')).toEqual([
      { scan_state: 'clean', scan_due_at: null, scan_fault: null },
    ]);
    // two exams; the one whose scan was cut off is scanned again. The other may have been under way too.
    expect(scanner.scanned.length - before).toBeGreaterThanOrEqual(scans);
    expect(scanner.scanned.length - before).toBeLessThanOrEqual(scans + 1);
  });
});
