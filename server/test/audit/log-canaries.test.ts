import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorization } from '../../src/domain/authorization/may.ts';
import { openLog } from '../../src/platform/log/log.ts';
import { type CenterCast, examForm, makeCenter, phoneA, signInAdmin } from '../harness/cast.ts';
import { Client } from '../harness/client.ts';
import { openWorld, type World } from '../harness/world.ts';

/** What a person typed, or holds: nothing of it may be in the log (security 5, T-L1). */
const canaries = {
  name: 'Kanarinopoulou',
  greek: 'Καναρινοπούλου',
  phone: '6947654321',
  email: 'canary.person@example.gr',
  token: 'Q2FuYXJ5Q2FuYXJ5Q2FuYXJ5Q2F',
  password: 'canary-password-9',
};

describe('the log', () => {
  let world: World;
  let center: CenterCast;
  let lines: string[] = [];
  let throwing = false;
  beforeAll(async () => {
    const logger = openLog('trace', { out: { write: (line) => void lines.push(line) } });
    const honest = authorization('evaluation');
    world = await openWorld({
      parts: {
        logger,
        authorization: {
          may: (route, who) => {
            if (throwing) throw new Error(`"${canaries.name}" may not`);
            return honest.may(route, who);
          },
        },
      },
    });
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: phoneA };
    center = await makeCenter(world, await signInAdmin(world), plan);
    lines = [];
  });
  afterAll(() => world.close());

  /** Requests that fail as requests do: refused, malformed, unknown. */
  async function playFailing(): Promise<number[]> {
    const { name, greek, phone, email, token, password } = canaries;
    const { client, patient } = center;
    const stranger = new Client(world.origin, world.config);
    stranger.sessionId = token;
    const person = { firstName: name, lastName: greek, dateOfBirth: 'never', gender: 'Female', phone, email };
    const json = { 'content-type': 'application/json' };
    const answers = [
      client.raw('GET', `/api/medical-center/patients?search=${encodeURIComponent(greek)}&limit=none`),
      client.raw('GET', `/api/medical-center/patients/${name}?phone=${phone}`),
      client.raw('GET', `/api/unknown/${name}?token=${token}`),
      client.raw('GET', `/api/download/${token}?name=${name}`),
      client.raw('GET', `/%zz${name}?phone=${phone}`),
      client.json('POST', routes.center.registerPatient.path, person),
      client.raw('POST', routes.center.registerPatient.path, { headers: json, body: `{"firstName":"${name}"x` }),
      client.raw('POST', routes.center.uploadExam.path, {
        body: examForm(patient.patientId, Buffer.from(greek), { referringPhysician: name, notes: phone }),
      }),
      stranger.raw('GET', `/api/medical-center/patients?search=${phone}`),
      world.anonymous.json('POST', routes.auth.centerLogin.path, { centerId: name, password }),
      world.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password }),
      world.anonymous.json('POST', routes.patientAccess.lookup.path, { accessToken: token }),
    ];
    return (await Promise.all(answers)).map(({ status }) => status);
  }

  it('holds nothing that a refused request was sent with (T-L1)', async () => {
    for (const status of await playFailing()) expect(status).toBeGreaterThanOrEqual(400);
    expect(lines.join('')).toContain('"answered"');
    expectNoCanary();
  });

  it('holds nothing of it where the portal itself fails (T-SEC1)', async () => {
    const { pool } = world.house.portal.db;
    // one that quotes the statement's values, and one that quotes nothing
    await pool.query(`ALTER TABLE patients ADD CONSTRAINT no_more CHECK (false) NOT VALID`);
    const person = { firstName: canaries.name, lastName: canaries.greek, dateOfBirth: '1990-01-01', gender: 'Male' };
    const register = { ...person, phone: canaries.phone };
    const refused = await center.client.json('POST', routes.center.registerPatient.path, register);
    await pool.query('ALTER TABLE patients RENAME TO patients_away');
    const statuses = await playFailing();
    await pool.query('ALTER TABLE patients_away RENAME TO patients');
    await pool.query('ALTER TABLE patients DROP CONSTRAINT no_more');
    expect([refused.status, ...statuses]).toContain(500);
    expect(lines.join('')).toContain('"failed"');
    expectNoCanary();
  });

  const query = (text: string) => world.house.portal.db.pool.query(text);
  /** How each layer is made to throw, and how it is mended. */
  const layers: Record<string, { break(): unknown; mend(): unknown }> = {
    who: {
      break: () => query('ALTER TABLE sessions RENAME COLUMN role TO role_away'),
      mend: () => query('ALTER TABLE sessions RENAME COLUMN role_away TO role'),
    },
    may: {
      break: () => {
        throwing = true;
      },
      mend: () => {
        throwing = false;
      },
    },
    // what is sealed does not open
    do: {
      break: async () => {
        await query('ALTER TABLE patients ADD COLUMN kept bytea');
        await query(`UPDATE patients SET kept = phone_sealed, phone_sealed = decode('00', 'hex')`);
      },
      mend: () => query('UPDATE patients SET phone_sealed = kept'),
    },
    store: {
      break: () => query('ALTER TABLE patients RENAME COLUMN gender TO gender_away'),
      mend: () => query('ALTER TABLE patients RENAME COLUMN gender_away TO gender'),
    },
    show: {
      break: async () => {
        await query('ALTER TABLE patients DROP CONSTRAINT patients_gender_check');
        await query(`UPDATE patients SET gender = '${canaries.name}'`);
      },
      mend: () => query(`UPDATE patients SET gender = 'Female'`),
    },
  };

  it.each(Object.entries(layers))(
    'a throw in %s answers the one body of every 500, and is logged once (T-ERR1)',
    async (_, layer) => {
      lines = [];
      await layer.break();
      const response = await center.client.raw('GET', routes.center.patients.path).finally(() => layer.mend());
      const text = await response.text();
      const body = problem.parse(JSON.parse(text));
      const sentence = 'Something went wrong on our side. Nothing was lost. Try again.';
      expect(JSON.parse(text)).toEqual({
        ...{ type: 'about:blank', title: 'Internal Server Error', status: 500, code: 'internal' },
        ...{ detail: sentence, message: sentence, requestId: body.requestId },
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
