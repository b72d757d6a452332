import { routes } from '@medcloud/contract';
import { describe, expect, it } from 'vitest';
import { phoneA, phoneB } from '../harness/cast.ts';
import { adminLogin } from '../harness/world.ts';
import { allRoutes, isSamePath } from './rows.ts';
import { callersOf, expectNothingByLie, foreignOf, lies, openLyingWorld } from './second-lock.ts';
import { administratorsAsks, asks, dicomWebAsks, harmTo, tracesOf, writesAbout } from './second-lock-asks.ts';
import type { Answer } from './send.ts';

/**
 * T-RLS2: every data route with the application's own checks wrong or switched off. The database holds alone. Here each caller is lied about
 * once; every lie about every caller is told in `second-lock.deep.test.ts`.
 */
describe('row-level security alone (T-RLS2)', () => {
  const around = openLyingWorld();

  it('knows a request for every data route', () => {
    const { world, endable } = around();
    const { centerA, centerB } = world.cast;
    const harm = [...harmTo(centerA, endable), ...harmTo(centerB, endable)];
    const asked = [...asks(world), ...harm, ...dicomWebAsks(centerA, 1)].map(
      ({ method, path }) => `${method} ${path.replace(/\?.*$/, '')}`,
    );
    const data = allRoutes.filter(({ who }) => who === 'center' || who === 'doctor' || who === 'center-or-doctor');
    const without = data.filter((route) => !asked.some((ask) => isAskOf(ask, `${route.method} ${route.path}`)));
    expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  describe.each(lies)('with scopes that are %s, of center %s', (...lie) => {
    it.each(callersOf(...lie))(
      'gives %s nothing of anybody else’s, and lets nothing be written for them',
      async (caller) => await expectNothingByLie(around(), caller, lie),
    );
  });

  it('counts no patient and no exam for a doctor who only calls himself an administrator', async () => {
    const { world, stage, lying } = around();
    const client = await stage.client('doctor_no_consent');
    lying.tell({ kind: 'unchecked', foreign: foreignOf(world, 'doctor_no_consent', 'A') });
    const figures = await client.call(routes.admin.dashboard, {}).finally(() => lying.tell({ kind: 'honest' }));
    expect(figures).toMatchObject({ totalPatients: 0, totalExams: 0 });
  });

  it('changes no other doctor’s profile, plan or payment method, and shows no card of theirs', async () => {
    const { world, stage, lying } = around();
    const client = await stage.client('doctor_no_consent');
    const accounts = () =>
      stage.sql(
        `SELECT md5(string_agg(d::text || u.email || u.language || coalesce(m::text, ''), '|' ORDER BY d.id)) AS hash
         FROM doctors d JOIN users u ON u.id = d.user_id LEFT JOIN payment_methods m ON m.doctor_id = d.id
         WHERE d.id <> $1`,
        [world.cast.doctors.noConsent.id],
      );
    const before = await accounts();
    lying.tell({ kind: 'foreign', foreign: foreignOf(world, 'doctor_no_consent', 'A') });
    const headers = client.credentials('bearer');
    const writes = writesAbout('', Buffer.alloc(0), phoneA).filter(({ path }) => /profile|plan|payment/.test(path));
    const statuses = [];
    let shown: string;
    try {
      for (const ask of writes) statuses.push((await stage.send({ ...ask, headers })).status);
      shown = (await stage.send({ method: 'GET', path: routes.doctor.billingOverview.path, headers })).text;
    } finally {
      lying.tell({ kind: 'honest' });
    }
    expect(statuses).toEqual([404, 404, 404]);
    expect(JSON.parse(shown)).toMatchObject({ code: 'not_found' });
    expect(await accounts()).toEqual(before);
  });

  it.each(['center_a', 'doctor_no_consent'] as const)(
    'opens no account, center or application to %s who only calls himself an administrator, and changes none',
    async (caller) => {
      const { world, stage, lying, endable } = around();
      const { cast } = world;
      const client = await stage.client(caller);
      const headers = client.credentials('bearer');
      const own = caller === 'center_a' ? cast.centerA.email : cast.doctors.noConsent.email;
      const accounts = () =>
        stage.sql(
          `SELECT md5(string_agg(concat_ws('|', u, d, c), '|' ORDER BY u.id)) AS hash FROM users u
           LEFT JOIN doctors d ON d.user_id = u.id LEFT JOIN medical_centers c ON c.user_id = u.id WHERE u.email <> $1`,
          [own],
        );
      const sessions = () =>
        stage.sql(
          'SELECT count(*) FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email <> $1 AND revoked_at IS NULL',
          [own],
        );
      const grants = () => stage.count(`SELECT count(*) FROM patient_access WHERE status = 'granted'`);
      const before = [await accounts(), await sessions(), await grants()];
      lying.tell({ kind: 'unchecked', foreign: foreignOf(world, caller, 'B') });
      const answers: Answer[] = [];
      try {
        for (const ask of administratorsAsks(world, endable)) answers.push(await stage.send({ ...ask, headers }));
      } finally {
        lying.tell({ kind: 'honest' });
      }
      const seen = answers.map(({ text }) => text).join('\n');
      expect(answers.map(({ status }) => status)).toContain(200);
      expect(seen).toContain(own);
      for (const email of [
        cast.centerB.email,
        cast.doctors.consent.email,
        cast.doctors.unverified.email,
        adminLogin.email,
      ])
        expect(seen).not.toContain(`"${email}"`);
      expect([await accounts(), await sessions(), await grants()]).toEqual(before);
    },
  );

  it('counts nothing in a center, and changes no center, for a doctor who only calls himself an administrator', async () => {
    const { world, stage, lying } = around();
    const client = await stage.freshClient('doctor_no_consent');
    const { centerA } = world.cast;
    const path = `/api/admin/medical-centers/${centerA.id}`;
    const headers = client.credentials('bearer');
    lying.tell({ kind: 'unchecked', foreign: foreignOf(world, 'doctor_no_consent', 'A') });
    const listed = client.call(routes.admin.medicalCentersDetailed, {});
    const patched = stage.send({
      method: 'PATCH',
      path,
      headers,
      json: { email: 'thief@example.gr', city: 'Nowhere' },
    });
    const [centers, answer] = await Promise.all([listed, patched]).finally(() => lying.tell({ kind: 'honest' }));
    expect(centers).toEqual([]);
    expect(answer.status).toBe(404);
    const [row] = await stage.sql(
      'SELECT u.email, c.city FROM medical_centers c JOIN users u ON u.id = c.user_id WHERE c.id = $1',
      [centerA.id],
    );
    expect(row).toEqual({ email: centerA.email, city: null });
  });

  // last, since it takes the second lock away: what the tests above would see if it were not there
  it('leaks every trace through the same lies once row-level security is off', async () => {
    const { world, stage, lying } = around();
    const guarded = await stage.sql('SELECT oid::regclass::text AS name FROM pg_class WHERE relrowsecurity');
    for (const { name } of guarded) await stage.sql(`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`);
    const client = await stage.client('center_a');
    lying.tell({ kind: 'foreign', foreign: foreignOf(world, 'center_a', 'B') });
    const texts: string[] = [];
    for (const ask of asks(world).filter(({ method }) => method === 'GET'))
      texts.push((await stage.send({ ...ask, headers: client.credentials('bearer') })).text);
    const { id, centerId } = world.cast.centerB;
    // the center's own ids stand in no answer but the session's, which goes by the person
    for (const trace of tracesOf(world.cast.centerB, phoneB).filter((each) => each !== id && each !== centerId))
      expect(texts.join('\n')).toContain(trace);
  });
});

const isAskOf = (ask: string, route: string) =>
  isSamePath(ask, route) || new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`).test(ask);
