import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyTemplate } from '../../../test/harness/cluster.ts';
import { openTestDatabase } from '../../../test/harness/scoped-database.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { Database, Tables } from '../database.ts';
import { createEventBus, type EventHandlers } from './event-bus.ts';

describe('createEventBus', () => {
  const none: EventHandlers = {
    access_granted: [],
    access_changed: [],
    access_revoked: [],
    patient_changed: [],
    patient_phone_changed: [],
    doctor_suspended: [],
    doctor_rejected: [],
    exam_stored: [],
    exam_withdrawn: [],
    exam_moved: [],
    center_signed_in: [],
    subscription_changed: [],
    period_end_set: [],
    payment_unsettled: [],
    payment_undecided: [],
    payments_decided: [],
    document_refused: [],
    center_unpaid: [],
    center_plan_set: [],
    center_plan_changed: [],
    sms_counted: [],
  };
  const doctor = { doctorId: 'd1', userId: 'u1' };
  let copy: Awaited<ReturnType<typeof copyTemplate>>;
  let db: Database;
  beforeAll(async () => {
    copy = await copyTemplate(inject('cluster'));
    db = await openTestDatabase<Tables>(copy.logins);
  });
  afterAll(async () => {
    await db.close();
    await copy.drop();
  });

  it('runs the reactions one after another and returns their counts together', async () => {
    const calls: string[] = [];
    const bus = createEventBus({
      ...none,
      doctor_suspended: [
        async (_tx, { doctorId }) => {
          await Promise.resolve();
          calls.push(`first ${doctorId}`);
          return { requests: 2 };
        },
        async () => {
          calls.push('second');
          return { drafts: 1 };
        },
      ],
    });
    const counts = await db.within(systemScope('health'), (tx) => bus.emit(tx, 'doctor_suspended', doctor));
    expect(counts).toEqual({ requests: 2, drafts: 1 });
    expect(calls).toEqual(['first d1', 'second']);
  });

  it('rolls the transaction back at the first reaction that throws', async () => {
    let isReached = false;
    const bus = createEventBus({
      ...none,
      doctor_rejected: [
        async (tx) => {
          await tx.insertInto('installation').values({ name: 'event-bus-test', value: 'x' }).execute();
          throw new Error('no');
        },
        async () => {
          isReached = true;
          return {};
        },
      ],
    });
    const act = db.within(systemScope('start'), (tx) => bus.emit(tx, 'doctor_rejected', doctor));
    await expect(act).rejects.toThrow('no');
    expect(isReached).toBe(false);
    const { rows } = await db
      .statements(systemScope('start'))
      .query(`SELECT 1 FROM installation WHERE name = 'event-bus-test'`);
    expect(rows).toEqual([]);
  });
});
