import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imagingScope, systemScope } from '../../src/domain/authorization/authorize.ts';
import type { Tx } from '../../src/domain/database.ts';
import {
  lockExam,
  updateExamPatient,
  updateToConfirmed,
  updateToWithdrawn,
} from '../../src/domain/exams/change-store.ts';
import { markFailed, markReady, updateMismatch } from '../../src/domain/exams/imaging-state.ts';
import { markClean, markInfected } from '../../src/domain/exams/scan-state.ts';
import { examTransitions, scanTransitions, statusOfImaging } from '../../src/domain/exams/states.ts';
import { releaseUnscanned } from '../../src/domain/imaging/scan/store.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { listStatePairs, listUnpairedActs } from '../harness/state-pairs.ts';
import { ApplicationDatabase } from '../matrix/row-level-security/application-database.ts';

const mismatch = '{"cause": "patient-mismatch", "differences": ["name"]}';
const facts = { version: 2, instanceCount: 1, otherCount: 0, unreadableCount: 0, duplicateCount: 0, marks: {} };

/** What else a row of each status may hold. `isHidden`: a mismatch hides it from doctors. */
const variants = {
  processing: [{ imaging: 'waiting', isHidden: false }],
  completed: [{ imaging: 'ready', isHidden: false }],
  'needs-attention': [
    { imaging: 'waiting', isHidden: true },
    { imaging: 'ready', isHidden: true },
    { imaging: 'failed', isHidden: true },
    { imaging: 'failed', isHidden: false },
  ],
  withdrawn: [
    { imaging: 'waiting', isHidden: false },
    { imaging: 'ready', isHidden: true },
  ],
} as const;

describe('examTransitions', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  let id: string;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
    id = testApp.fixtures.centerA.examId;
  });
  afterAll(() => testApp.close());

  const byCenter = (act: (tx: Tx) => Promise<void>) => async () =>
    testApp.app.context.db.within(await db.centerA(), act);
  const byImaging = (act: (tx: Tx) => Promise<void>) => () => testApp.app.context.db.within(imagingScope(id), act);
  const move = (hasMismatch: boolean) =>
    byCenter(async (tx) => {
      const exam = await lockExam(tx, testApp.fixtures.centerA.id, id);
      if (exam === null) throw new Error('The exam does not exist.');
      const unchanged = { patientUuid: exam.patientUuid, encryptedNotes: null, encryptedReason: null };
      const statusReason = hasMismatch ? mismatch : null;
      await updateExamPatient(tx, exam, { ...unchanged, statusReason, confirmedPoints: [], hasMismatch });
    });
  const acts: Record<string, () => Promise<void>> = {
    confirm: byCenter((tx) => updateToConfirmed(tx, id, [], null)),
    move: move(false),
    'move (another mismatch)': move(true),
    withdraw: byCenter((tx) => updateToWithdrawn(tx, id, null)),
    index: byImaging((tx) => markReady(tx, id, facts)),
    fail: byImaging((tx) => markFailed(tx, id, 'unreadable')),
    hide: byImaging((tx) => updateMismatch(tx, id, mismatch, 'hide')),
    release: byImaging((tx) => updateMismatch(tx, id, null, 'release')),
    mark: byImaging((tx) => updateMismatch(tx, id, mismatch, 'mark')),
    infect: byImaging(async (tx) => void (await markInfected(tx, id, Buffer.from('findings')))),
  };
  const cases = Object.entries(variants).flatMap(([status, rows]) =>
    listStatePairs(examTransitions, acts)
      .filter(({ from }) => from === status)
      .flatMap((pair) => rows.map((row) => ({ ...pair, ...row }))),
  );
  /** Of several targets, the one that the row's other columns decide. */
  const findTarget = ({ name, targets, imaging, isHidden }: (typeof cases)[number]) => {
    if (targets.length === 1) return targets[0];
    if (name === 'index') return isHidden ? 'needs-attention' : 'completed';
    return name === 'move (another mismatch)' ? 'needs-attention' : statusOfImaging[imaging];
  };

  it('names every act that the database is asked for, and no other', () => {
    expect(listUnpairedActs(examTransitions, acts)).toEqual([]);
  });

  it.each(cases)(
    'leads from $from ($imaging, hidden: $isHidden) by $name to one of $targets in the database',
    async (each) => {
      const fault = each.imaging === 'failed' ? 'unreadable' : null;
      await db.rows(
        `UPDATE exams SET status = $2, imaging_state = $3, imaging_fault = $4, status_reason = $5, awaits_comparison = false,
           scan_state = 'none', scan_findings = NULL WHERE id = $1`,
        [id, each.from, each.imaging, fault, each.isHidden ? mismatch : null],
      );
      await acts[each.name]?.();
      const [row] = await db.rows('SELECT status FROM exams WHERE id = $1', [id]);
      expect(row).toEqual({ status: findTarget(each) });
      expect(each.targets).toContain(row?.status);
    },
  );

  it.each(['index', 'release', 'confirm', 'move'])('keeps an infected exam at needs-attention: %s', async (name) => {
    await db.rows(
      `UPDATE exams SET status = 'needs-attention', imaging_state = 'ready', imaging_fault = NULL, status_reason = NULL,
       scan_state = 'infected', scan_findings = 'findings' WHERE id = $1`,
      [id],
    );
    await acts[name]?.();
    const row = await db.rows('SELECT status, is_open, scan_state FROM exams WHERE id = $1', [id]);
    expect(row).toEqual([{ status: 'needs-attention', is_open: false, scan_state: 'infected' }]);
  });

  describe('scanTransitions', () => {
    const scanActs: Record<string, () => Promise<void>> = {
      pass: byImaging(async (tx) => void (await markClean(tx, id))),
      infect: byImaging(async (tx) => void (await markInfected(tx, id, Buffer.from('findings')))),
      release: () => testApp.app.context.db.within(systemScope('imaging'), (tx) => releaseUnscanned(tx, 1_000)),
    };

    it('names every act that the database is asked for, and no other', () => {
      expect(listUnpairedActs(scanTransitions, scanActs)).toEqual([]);
    });

    it.each(listStatePairs(scanTransitions, scanActs))('leads from $from by $name to $targets', async (each) => {
      await db.rows(
        `UPDATE exams SET status = 'completed', imaging_state = 'ready', imaging_fault = NULL, status_reason = NULL,
         scan_state = $2, scan_findings = $3 WHERE id = $1`,
        [id, each.from, each.from === 'infected' ? Buffer.from('findings') : null],
      );
      await scanActs[each.name]?.();
      const rows = await db.rows('SELECT scan_state FROM exams WHERE id = $1', [id]);
      expect(rows).toEqual([{ scan_state: each.targets[0] }]);
    });
  });
});
