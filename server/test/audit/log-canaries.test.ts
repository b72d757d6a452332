import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthorization } from '../../src/domain/authorization/authorize.ts';
import { openLog } from '../../src/platform/log/log.ts';
import { Client } from '../harness/client.ts';
import { type CenterFixture, createCenter, examForm, phoneA, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';

/** Data that a person typed or holds. None of it may be logged (security 5, T-L1). */
const canaries = {
  name: 'Kanarinopoulou',
  greek: 'Καναρινοπούλου',
  phone: '6947654321',
  email: 'canary.person@example.gr',
  token: 'Q2FuYXJ5Q2FuYXJ5Q2FuYXJ5Q2F',
  password: 'canary-password-9',
};

describe('openLog', () => {
  let testApp: TestApp;
  let center: CenterFixture;
  let lines: string[] = [];
  let shouldThrow = false;
  beforeAll(async () => {
    const logger = openLog('trace', { out: { write: (line) => void lines.push(line) } });
    const authorization = createAuthorization('evaluation');
    testApp = await startTestApp({
      overrides: {
        logger,
        authorization: {
          authorize: (route, principal) => {
            if (shouldThrow) throw new Error(`"${canaries.name}" may not`);
            return authorization.authorize(route, principal);
          },
        },
      },
    });
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: phoneA };
    center = await createCenter(testApp, await signInAdmin(testApp), plan);
    lines = [];
  });
  afterAll(() => testApp.close());

  /** Sends requests that fail in usual ways: rejected, malformed, unknown. */
  async function runFailingRequest(): Promise<number[]> {
    const { name, greek, phone, email, token, password } = canaries;
    const { client, patient } = center;
    const stranger = new Client(testApp.origin, testApp.config);
    stranger.sessionId = token;
    const patientFields = { firstName: name, lastName: greek, dateOfBirth: 'never', gender: 'Female', phone, email };
    const json = { 'content-type': 'application/json' };
    const responses = [
      client.raw('GET', `/api/medical-center/patients?search=${encodeURIComponent(greek)}&limit=none`),
      client.raw('GET', `/api/medical-center/patients/${name}?phone=${phone}`),
      client.raw('GET', `/api/unknown/${name}?token=${token}`),
      client.raw('GET', `/api/download/${token}?name=${name}`),
      client.raw('GET', `/%zz${name}?phone=${phone}`),
      client.json('POST', routes.center.registerPatient.path, patientFields),
      client.raw('POST', routes.center.registerPatient.path, { headers: json, body: `{"firstName":"${name}"x` }),
      client.raw('POST', routes.center.uploadExam.path, {
        body: examForm(patient.patientId, Buffer.from(greek), { referringPhysician: name, notes: phone }),
      }),
      stranger.raw('GET', `/api/medical-center/patients?search=${phone}`),
      testApp.anonymous.json('POST', routes.auth.centerLogin.path, { centerId: name, password }),
      testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password }),
      testApp.anonymous.json('POST', routes.patientAccess.lookup.path, { accessToken: token }),
    ];
    return (await Promise.all(responses)).map(({ status }) => status);
  }

  it('writes no input of rejected requests (T-L1)', async () => {
    for (const status of await runFailingRequest()) expect(status).toBeGreaterThanOrEqual(400);
    expect(lines.join('')).toContain('"answered"');
    expectNoCanary();
  });

  it('writes no input when a request fails with 500 (T-SEC1)', async () => {
    const { superuser: pool } = testApp;
    // one error quotes the statement's values, the other quotes nothing
    await pool.query(`ALTER TABLE patients ADD CONSTRAINT no_more CHECK (false) NOT VALID`);
    const patientFields = {
      firstName: canaries.name,
      lastName: canaries.greek,
      dateOfBirth: '1990-01-01',
      gender: 'Male',
    };
    const register = { ...patientFields, phone: canaries.phone };
    const refused = await center.client.json('POST', routes.center.registerPatient.path, register);
    await pool.query('ALTER TABLE patients RENAME TO patients_away');
    const statuses = await runFailingRequest();
    await pool.query('ALTER TABLE patients_away RENAME TO patients');
    await pool.query('ALTER TABLE patients DROP CONSTRAINT no_more');
    expect([refused.status, ...statuses]).toContain(500);
    expect(lines.join('')).toContain('"failed"');
    expectNoCanary();
  });

  const query = (text: string) => testApp.superuser.query(text);
  /** How each layer is made to throw, and how it is repaired. */
  const layers: Record<string, { break(): unknown; repair(): unknown }> = {
    authenticate: {
      break: () => query('ALTER TABLE sessions RENAME COLUMN role TO role_away'),
      repair: () => query('ALTER TABLE sessions RENAME COLUMN role_away TO role'),
    },
    may: {
      break: () => {
        shouldThrow = true;
      },
      repair: () => {
        shouldThrow = false;
      },
    },
    // makes the decryption of the phone number fail
    do: {
      break: async () => {
        await query('ALTER TABLE patients ADD COLUMN kept bytea');
        await query(`UPDATE patients SET kept = phone_sealed, phone_sealed = decode('00', 'hex')`);
      },
      repair: () => query('UPDATE patients SET phone_sealed = kept'),
    },
    store: {
      break: () => query('ALTER TABLE patients RENAME COLUMN gender TO gender_away'),
      repair: () => query('ALTER TABLE patients RENAME COLUMN gender_away TO gender'),
    },
    show: {
      break: async () => {
        await query('ALTER TABLE patients DROP CONSTRAINT patients_gender_check');
        await query(`UPDATE patients SET gender = '${canaries.name}'`);
      },
      repair: () => query(`UPDATE patients SET gender = 'Female'`),
    },
  };

  it.each(Object.entries(layers))(
    'returns the one body of every 500 and logs one line if %s throws (T-ERR1)',
    async (_, layer) => {
      lines = [];
      await layer.break();
      const response = await center.client.raw('GET', routes.center.patients.path).finally(() => layer.repair());
      const text = await response.text();
      const body = problem.parse(JSON.parse(text));
      const message = 'Something went wrong on our side. Try again, and contact support if it happens again.';
      expect(JSON.parse(text)).toEqual({
        ...{ type: 'about:blank', title: 'Internal Server Error', status: 500, code: 'internal' },
        ...{ detail: message, message: message, requestId: body.requestId },
      });
      expect(response.status).toBe(500);
      expect(lines.filter((line) => line.includes('"failed"') && line.includes(body.requestId ?? ''))).toHaveLength(1);
      expectNoCanary();
      expect((await center.client.raw('GET', routes.center.patients.path)).status).toBe(200);
    },
  );

  function expectNoCanary(): void {
    const written = lines.join('');
    const found = Object.values(canaries).filter((canary) => {
      return written.includes(canary) || written.includes(encodeURIComponent(canary));
    });
    expect(found).toEqual([]);
  }
});
