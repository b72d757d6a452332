import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { type ChosenPlan, planChoiceReply } from '@medcloud/contract/shapes/billing/plan-change';
import { problem } from '@medcloud/contract/shapes/common';
import { systemScope } from '../../../src/domain/authorization/authorize.ts';
import { portalCause } from '../../../src/domain/billing/cause.ts';
import { runDunning } from '../../../src/domain/billing/dunning/run-dunning.ts';
import { receivePayment } from '../../../src/domain/billing/payments/receive-payment.ts';
import { runPlanChanges } from '../../../src/domain/billing/plan-change/run-plan-changes.ts';
import { replaceRequest } from '../../../src/domain/billing/subscriptions/requests/replace-request.ts';
import { addDays, startOfDay } from '../../../src/platform/time/days.ts';
import type { Client } from '../../harness/client.ts';
import { type CenterFixture, createCenter, signInAdmin } from '../../harness/fixtures.ts';
import type { TestApp } from '../../harness/start-test-app.ts';

const zone = 'Europe/Athens';

export type ChargedCenter = CenterFixture & { userId: string };

const party = {
  kind: 'business',
  legalName: 'Ιατρικό Κέντρο Πειραιά ΑΕ',
  vatNumber: '094014201',
  taxOffice: 'Α΄ Πειραιά',
  address: 'Ακτή Μιαούλη 1',
  city: 'Πειραιάς',
  postalCode: '185 35',
  country: 'GR',
  language: 'el',
} as const;

/** What tests of centers' plans do at a portal whose clock they move. */
export function openCenterActs(testApp: TestApp) {
  const { superuser, clock } = testApp;
  const { context } = testApp.app;
  const select = async (statement: string, values: unknown[] = []) => (await superuser.query(statement, values)).rows;
  const today = () => formatDay(zone, clock.now());
  let centers = 0;
  let admin: Client | null = null;
  /** One session until the clock moves: an administrator has five at most. */
  const getAdmin = async (): Promise<Client> => {
    admin ??= await signInAdmin(testApp);
    return admin;
  };

  const setParty = async (userId: string) =>
    await (await getAdmin()).call(routes.billingAdmin.accountParty, { params: { userId }, body: party });

  /** Creates a center with billing details. It is not charged yet. */
  const createFreeCenter = async (plan: 'basic' | 'premium' | 'enterprise' = 'basic'): Promise<ChargedCenter> => {
    centers += 1;
    const admin = await getAdmin();
    const patient = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: `+3069000000${10 + centers}` };
    const center = await createCenter(testApp, admin, { name: `Center ${centers}`, number: centers, ...patient });
    const { medicalCenter } = await admin.call(routes.admin.changeMedicalCenter, {
      ...{ params: { id: center.id }, body: { plan } },
    });
    const { userId } = medicalCenter;
    await setParty(userId);
    return { ...center, userId };
  };

  const owedOf = async (userId: string, kind: 'first' | 'renewal' | 'upgrade') => {
    const [due] = await select(
      `SELECT id, gross_cents AS cents, rf, state FROM dues WHERE user_id = $1 AND kind = $2 ORDER BY reference DESC LIMIT 1`,
      [userId, kind],
    );
    return due as { id: string; cents: number; rf: string; state: string } | undefined;
  };

  /** Records a transfer with the reference of a center's latest due of a kind. */
  const pay = async ({ userId }: ChargedCenter, kind: 'first' | 'renewal' | 'upgrade', cents?: number) => {
    const due = await owedOf(userId, kind);
    if (due === undefined) throw new Error('Nothing is due.');
    return await context.db.within(systemScope('billing'), (tx) =>
      receivePayment(context, tx, portalCause, {
        ...{ driver: 'bank', userId, dueId: due.id, cents: cents ?? due.cents, receivedOn: today() },
      }),
    );
  };

  const createChargedCenter = async (plan: 'basic' | 'premium' = 'basic'): Promise<ChargedCenter> => {
    const center = await createFreeCenter(plan);
    const admin = await getAdmin();
    const params = { userId: center.userId };
    await admin.call(routes.billingAdmin.startBilling, { params, body: { firstDay: today() } });
    await pay(center, 'first');
    return center;
  };

  const signIn = async ({ client, centerId, password }: ChargedCenter) =>
    await client.signIn(routes.auth.centerLogin.path, { centerId, password });

  const send = async ({ client }: ChargedCenter, plan: string, key: string | null = randomUUID()) =>
    await client.json(
      'POST',
      routes.billing.centerPlan.path,
      { plan },
      key === null ? {} : { headers: { 'idempotency-key': key } },
    );

  return {
    ...{ select, today, createFreeCenter, createChargedCenter, owedOf, pay, send },
    /** Chooses a plan. Returns what is to be paid, or the refusal's code. */
    choose: async (center: ChargedCenter, plan: ChosenPlan, key?: string) => {
      const response = await send(center, plan, key);
      const body: unknown = await response.json();
      if (response.status !== 200) return problem.parse(body).code;
      // its job, as the queue does
      await replaceRequest(context, center.userId);
      return planChoiceReply.parse(body).due;
    },
    overview: async (center: ChargedCenter) => {
      await signIn(center);
      return await center.client.call(routes.billing.centerOverview, {});
    },
    accountOf: async ({ userId }: ChargedCenter) =>
      await (await getAdmin()).call(routes.billingAdmin.accountDetails, { params: { userId } }),
    store: async ({ id }: ChargedCenter, gigabytes: number) =>
      await select('UPDATE center_figures SET exam_bytes = $2 WHERE center_id = $1', [id, gigabytes * 1024 ** 3]),
    planOf: async ({ id }: ChargedCenter) => {
      const [row] = await select(
        'SELECT plan, (quota_bytes / 1073741824)::int AS gigabytes FROM medical_centers WHERE id = $1',
        [id],
      );
      return `${row.plan} ${row.gigabytes}`;
    },
    duesOf: async ({ userId }: ChargedCenter) =>
      (
        await select(
          'SELECT kind, price_id AS price, gross_cents AS cents, state FROM dues WHERE user_id = $1 ORDER BY reference',
          [userId],
        )
      ).map(({ kind, price, cents, state }) => `${kind} ${price} ${cents} ${state}`),
    mailsOf: async ({ userId }: ChargedCenter) =>
      (
        await select(
          `SELECT t.step FROM dunning_steps t JOIN dues d ON d.id = t.due_id WHERE d.user_id = $1 AND d.kind = 'upgrade' ORDER BY t.at`,
          [userId],
        )
      ).map(({ step }) => step),
    /** Waits for a mail to a center with a text. */
    findMail: async ({ email }: ChargedCenter, part: string) => {
      for (let count = 0; ; count += 1) {
        const mail = await testApp.outbox.nextMail(email, count);
        if (mail.text.includes(part)) return mail.text;
      }
    },
    /** Moves the clock to an hour of a day some days later, and takes the portal's steps. */
    waitDays: async (days: number, hour = 10) => {
      admin = null;
      clock.advance(startOfDay(zone, addDays(today(), days)).getTime() + hour * 3_600_000 - clock.now().getTime());
      await Promise.all([runPlanChanges(context), runPlanChanges(context)]);
      await runDunning(context);
    },
    signIn,
    getAdmin,
    setParty,
  };
}
