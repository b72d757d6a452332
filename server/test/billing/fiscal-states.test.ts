import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { fiscalTransitions } from '../../src/domain/billing/fiscal/states.ts';
import { type FiscalChange, insertFiscal, moveFiscal } from '../../src/domain/billing/fiscal/store.ts';
import { createDoctor, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { listStatePairs, listUnpairedActs } from '../harness/state-pairs.ts';
import { issueDocument } from './issue-document.ts';

const changes: Record<Parameters<typeof moveFiscal>[2], FiscalChange> = {
  send: { tries: 1 },
  accept: { accepted: { mark: '400000000000001', authCode: null, qrUrl: null } },
  refuse: { errorCode: '203' },
  postpone: { errorCode: 'http_503', nextTryMs: 60_000 },
  lose: { errorCode: 'timeout', nextTryMs: 60_000 },
  retry: {},
  void: {},
  wait: { errorCode: 'http_503', nextTryMs: 60_000 },
  cancel: { cancelMark: '400000000000002' },
  keep: { errorCode: '203' },
};

describe('fiscalTransitions', () => {
  let testApp: TestApp;
  let id: string;
  const within = <T>(work: Parameters<typeof testApp.app.context.db.within<T>>[1]) =>
    testApp.app.context.db.within(systemScope('billing'), work);
  beforeAll(async () => {
    testApp = await startTestApp();
    const doctor = await createDoctor(testApp, await signInAdmin(testApp), 'unverified');
    id = await within(async (tx) => {
      const issued = await issueDocument(testApp, tx, doctor.userId, 'TEST');
      const uid = 'A'.repeat(40);
      await insertFiscal(tx, { invoice_id: issued.id, driver: 'mydata', document_type: '11.2', uid });
      return issued.id;
    });
  });
  afterAll(() => testApp.close());

  const setState = (state: string) =>
    testApp.superuser.query(
      `UPDATE fiscal_documents SET state = $1::text, mark = CASE WHEN $1 LIKE 'cancel%' OR $1 = 'accepted' THEN '400000000000001' END,
         cancel_mark = CASE WHEN $1 = 'cancelled' THEN '400000000000002' END`,
      [state],
    );

  it('names every act that the database is asked for, and no other', () => {
    expect(listUnpairedActs(fiscalTransitions, changes)).toEqual([]);
  });

  it.each(listStatePairs(fiscalTransitions, changes))(
    'leads from $from by $name to $targets in the database',
    async ({ from, name, targets: [to = from], isListed }) => {
      await setState(from);
      const act = Object.keys(changes).find((each): each is keyof typeof changes => each === name) ?? 'send';
      expect(await within((tx) => moveFiscal(tx, id, act, changes[act]))).toBe(isListed);
      const { rows } = await testApp.superuser.query('SELECT state FROM fiscal_documents');
      expect(rows).toEqual([{ state: to }]);
    },
  );
});
