import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { expireRestoredRows } from '../../src/domain/backup/expire-restored-rows.ts';
import type { Tx } from '../../src/domain/database.ts';
import { uploadTransitions } from '../../src/domain/uploads/states.ts';
import {
  markEnded,
  markExpired,
  markStored,
  type UploadOwnership,
  updateOffset,
  updateState,
} from '../../src/domain/uploads/store.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { listStatePairs, listUnpairedActs } from '../harness/state-pairs.ts';
import { createUpload, examFields } from '../harness/tus.ts';
import { ApplicationDatabase } from '../matrix/row-level-security/application-database.ts';

describe('uploadTransitions', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  let id: string;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
    const { client, patient } = testApp.fixtures.centerA;
    const path = await createUpload(client, 1_000, examFields(patient.patientId));
    id = path.split('/').at(-1) ?? '';
  });
  afterAll(() => testApp.close());

  const idleSeconds = 3_600;
  const byCenter = (act: (tx: Tx, upload: UploadOwnership) => Promise<boolean>) => async (holds: number) =>
    testApp.app.context.db.within(await db.centerA(), (tx) => act(tx, { id, holds }));
  const ownedActs = {
    write: byCenter((tx, upload) => updateOffset(tx, upload, { offsetBytes: 10, encryptedTail: null })),
    verify: byCenter((tx, upload) => updateState(tx, upload, 'verify')),
    reopen: byCenter((tx, upload) => updateState(tx, upload, 'reopen')),
    store: byCenter((tx, upload) => markStored(tx, upload, testApp.fixtures.centerA.examId)),
    reject: byCenter((tx, upload) => markEnded(tx, upload, 'reject', { code: 'empty_file', message: '' })),
    abort: byCenter((tx, upload) => markEnded(tx, upload, 'abort', null)),
  };
  const acts: Record<string, (holds: number) => Promise<boolean>> = {
    ...ownedActs,
    'abort (restore)': async () => {
      const run = async (statement: string) => ({
        count: (await testApp.superuser.query(statement)).rowCount ?? 0,
        rows: [],
      });
      return (await expireRestoredRows({ tables: [{ name: 'public.uploads' }], run })).uploads === 1;
    },
    expire: () => testApp.app.context.db.within(systemScope('sweep'), (tx) => markExpired(tx, id, idleSeconds)),
  };
  const setState = (state: string) =>
    db.rows(
      `UPDATE uploads SET state = $2, offset_bytes = 0, holds = 0, heard_at = app_now() - make_interval(secs => $4),
         ended_at = CASE WHEN $2 NOT IN ('open', 'verifying') THEN app_now() END, exam_id = CASE $2 WHEN 'stored' THEN $3::uuid END
       WHERE id = $1`,
      [id, state, testApp.fixtures.centerA.examId, idleSeconds + 1],
    );
  const state = async () => (await db.rows('SELECT state FROM uploads WHERE id = $1', [id]))[0]?.state;

  it('names every act that the database is asked for, and no other', () => {
    expect(listUnpairedActs(uploadTransitions, acts)).toEqual([]);
  });

  it.each(listStatePairs(uploadTransitions, acts))(
    'leads from $from by $name to $targets in the database',
    async ({ from, name, targets, isListed }) => {
      await setState(from);
      const isChanged = await acts[name]?.(0);
      expect({ isChanged, state: await state() }).toEqual({ isChanged: isListed, state: targets[0] });
    },
  );

  it.each(Object.entries(ownedActs))('refuses %s of a request whose upload was taken over', async (_name, act) => {
    await setState('verifying');
    expect(await act(1)).toBe(false);
    expect(await state()).toBe('verifying');
  });

  it('does not expire an upload with recent activity', async () => {
    await setState('open');
    await db.rows('UPDATE uploads SET heard_at = $2 WHERE id = $1', [id, testApp.clock.now()]);
    expect(await acts.expire?.(0)).toBe(false);
  });
});
