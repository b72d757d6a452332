import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { routes } from '@medcloud/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runErasure } from '../../src/commands/run-erasure.ts';
import { sendAccessNotices } from '../../src/domain/access/log/send-access-notices.ts';
import { sendJobs } from '../../src/domain/messages/enqueue-message.ts';
import { sendMessage } from '../../src/domain/messages/send-message.ts';
import { GatewayError } from '../../src/platform/outbound/gateway-error.ts';
import type { Gateways } from '../../src/platform/outbound/gateways.ts';
import { openGateways } from '../../src/platform/outbound/open-gateways.ts';
import { type DoctorFixture, requestConsentLink } from '../harness/fixtures.ts';
import { loginsOf } from '../harness/logins-of.ts';
import { codeIn } from '../harness/outbox.ts';
import { racingConnections, startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';

const silent = pino({ level: 'silent' });

/** Decision 042: the SMS of a patient who is erased before they are sent. */
describe('the waiting SMS of an erased patient', () => {
  let testApp: TestAppWithFixtures;
  let patientId: string;
  let phone: string;
  let created = 0;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures({ connections: racingConnections });
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    // a day later no earlier SMS counts against a limit
    testApp.advanceClock(25 * 3_600_000);
    const { centerA, doctors } = testApp.fixtures;
    await centerA.client.signIn(routes.auth.centerLogin.path, {
      centerId: centerA.centerId,
      password: centerA.password,
    });
    await signInDoctor(doctors.noConsent);
    await signInDoctor(doctors.consent);
    created += 1;
    phone = `+30695550${1_000 + created}`;
    patientId = await register('Ειρήνη');
  });

  const center = () => testApp.fixtures.centerA.client;
  const doctor = () => testApp.fixtures.doctors.noConsent;
  const signInDoctor = ({ client, email, password }: DoctorFixture) =>
    client.signIn(routes.auth.doctorLogin.path, { email, password });
  const register = async (firstName: string) => {
    const person = { firstName, lastName: 'Νικολάου', gender: 'Female', dateOfBirth: '1970-01-01' } as const;
    return (await center().call(routes.center.registerPatient, { body: { ...person, phone } })).patientId;
  };
  const grant = (accessToken: string, more: object = {}) =>
    testApp.anonymous.json('POST', routes.patientAccess.respond.path, {
      accessToken,
      response: 'grant',
      days: 7,
      ...more,
    });
  const resendLink = () => center().call(routes.center.sendConsentLink, { params: { patientId }, body: {} });
  const erase = (id = patientId) =>
    runErasure(
      testApp.config,
      { logins: loginsOf(testApp), isTestDatabase: true, logger: silent },
      { patientId: id, backupFolders: [], confirm: async () => id },
    );
  const lastMessage = async (kind: string) =>
    (
      await testApp.superuser.query<{ id: string; state: string; sealed: Buffer | null; tried: boolean }>(
        `SELECT id, state, sealed, last_error IS NOT NULL AS tried FROM outbox_messages
         WHERE kind = $1 ORDER BY id DESC LIMIT 1`,
        [kind],
      )
    ).rows[0];
  const waitForTry = async (kind: string) => {
    await waitUntil(async () => {
      const message = await lastMessage(kind);
      return message?.state === 'waiting' && message.tried;
    });
    return (await lastMessage(kind))?.id ?? '';
  };
  /** The portal's own tries of SMS wait longer than the clock was moved, so that only the test's are made. */
  const delayTries = () =>
    waitUntil(async () => {
      const { rows } = await testApp.superuser.query<{ running: boolean }>(
        `WITH later AS (UPDATE jobs SET due_at = now() + interval '20 days' WHERE kind = $1 AND state = 'waiting')
         SELECT EXISTS (SELECT FROM jobs WHERE kind = $1 AND state = 'running') AS running`,
        [sendJobs.sms],
      );
      return rows[0]?.running === false;
    });
  /** No SMS can be written until `work` ends: the gateway's file is a folder. */
  const withoutGateway = async (work: () => Promise<void>) => {
    const file = join(testApp.config.dataDir, 'outbox', 'sms.ndjson');
    await rename(file, `${file}.sent`);
    await mkdir(file);
    try {
      await work();
    } finally {
      await rm(file, { recursive: true });
      await rename(`${file}.sent`, file);
    }
  };
  /** Uncertain if an attempt had just begun. */
  const takenBack = { state: expect.stringMatching(/superseded|uncertain/), sealed: null };
  const expectTakenBack = (kind: string, prepared: () => Promise<unknown>) =>
    withoutGateway(async () => {
      await prepared();
      await waitForTry(kind);
      await erase();
      expect(await lastMessage(kind)).toMatchObject(takenBack);
    });

  it('with a consent link is taken back', async () => {
    await doctor().client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
    const otpCode = codeIn((await testApp.outbox.nextSms(phone, 0)).text);
    await expectTakenBack('consent', () =>
      doctor().client.call(routes.doctor.verifyOtp, { body: { patientPhone: phone, otpCode } }),
    );
  });

  it('with a link that the center sends again is taken back', async () => {
    expect((await grant(await requestConsentLink(testApp, doctor(), phone))).status).toBe(200);
    await expectTakenBack('link', resendLink);
  });

  it('with a code for a late grant is taken back', async () => {
    const accessToken = await requestConsentLink(testApp, doctor(), phone);
    testApp.advanceClock(31 * 60_000);
    await expectTakenBack('code', async () => expect((await grant(accessToken)).status).toBe(403));
  });

  it('with a code of a request that runs beside the erasure is taken back', async () => {
    await withoutGateway(async () => {
      const blocker = await testApp.superuser.connect();
      const isWaiting = async (condition: string) =>
        (
          await testApp.superuser.query(
            `SELECT 1 FROM pg_locks WHERE NOT granted AND ${condition}
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
          )
        ).rows.length > 0;
      try {
        await blocker.query('BEGIN');
        await blocker.query('LOCK TABLE block_links IN EXCLUSIVE MODE');
        const request = doctor().client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
        await waitUntil(() => isWaiting(`relation = 'block_links'::regclass`));
        const erased = erase();
        await waitUntil(() => isWaiting(`locktype = 'advisory'`));
        await blocker.query('COMMIT');
        await request;
        await erased;
      } finally {
        blocker.release();
      }
      expect(await lastMessage('code')).toMatchObject(takenBack);
    });
  });

  it('about accesses stays for another patient with the same phone, until both are erased', async () => {
    const otherId = await register('Μαρία');
    const [first, second] = [doctor(), testApp.fixtures.doctors.consent];
    const allow = async (to: DoctorFixture, patientIds: string[]) => {
      const token = await requestConsentLink(testApp, to, phone);
      expect((await grant(token, { patientIds, tellLooks: true })).status).toBe(200);
    };
    await allow(first, [otherId]);
    await allow(second, [patientId]); // refuses the other one: the next request is about this patient alone
    testApp.advanceClock(2 * 3_600_000);
    await signInDoctor(first);
    await signInDoctor(second);
    await allow(second, [patientId]);
    await first.client.call(routes.doctor.patientExams, { params: { patientId: otherId } });
    await second.client.call(routes.doctor.patientExams, { params: { patientId } });
    const { timeZone } = testApp.app.context.settings;
    const hour = Number(testApp.clock.now().toLocaleString('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }));
    await withoutGateway(async () => {
      testApp.advanceClock((24 - hour + 10) * 3_600_000);
      await sendAccessNotices(testApp.app.context);
      await waitForTry('looked');
      await erase();
      expect(await lastMessage('looked')).toMatchObject({ sealed: expect.any(Buffer) });
      await erase(otherId);
      expect(await lastMessage('looked')).toMatchObject(takenBack);
    });
  });

  it.each([
    ['the gateway has not taken', true],
    ['a killed process had begun', false],
  ])('that %s is not sent later', async (_, isGatewayDown) => {
    expect((await grant(await requestConsentLink(testApp, doctor(), phone))).status).toBe(200);
    await withoutGateway(async () => {
      await resendLink();
      const run = { id: await waitForTry('link'), isLastAttempt: false, signal: new AbortController().signal };
      await delayTries();
      const { context } = testApp.app;
      const sent: string[] = [];
      /** The gateway of another company, with another outcome. */
      const gatewayThat = (sendSms: Gateways['sendSms']) => ({
        ...openGateways(testApp.config, testApp.clock),
        sendSms,
      });
      const dying = {
        ...context,
        reachFaultPoint: (point: string) => {
          if (point === 'message-begun') throw new Error('killed');
        },
      };
      const refusing = gatewayThat(async () => {
        await erase();
        throw new GatewayError('not-sent', 'ECONNREFUSED');
      });
      const accepting = gatewayThat(async ({ to }) => void sent.push(to));
      const begun = sendMessage(
        isGatewayDown ? { context, gateways: refusing } : { context: dying, gateways: accepting },
        run,
      );
      await expect(begun).rejects.toThrow();
      if (!isGatewayDown) await erase();
      expect(await lastMessage('link')).toMatchObject({ state: 'uncertain', sealed: null });
      await sendMessage({ context, gateways: accepting }, run);
      expect(sent).toEqual([]);
    });
  });
});
