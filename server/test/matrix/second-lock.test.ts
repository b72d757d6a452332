import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CenterCast, examForm, phoneA, phoneB } from '../cast.ts';
import { prepareExams } from '../imaging/prepare-exams.ts';
import { tinyUids } from '../tiny-dicom.ts';
import { begun, examFields, metadataHeader, uploadsPath } from '../tus.ts';
import { adminLogin, type CastWorld, openCastWorld } from '../world.ts';
import { liveGrants } from './live-grants.ts';
import { type Foreign, LyingAuthorization } from './lying-authorization.ts';
import { allRoutes, isSamePath } from './rows.ts';
import type { Answer, Ask } from './send.ts';
import { type SignedActor, Stage } from './stage.ts';

const callers = [
  'center_a',
  'center_b',
  'doctor_unverified',
  'doctor_unsubscribed',
  'doctor_no_consent',
  'doctor_consent',
  'doctor_denied',
  'doctor_expired',
  'doctor_revoked',
] as const satisfies SignedActor[];
type CallerName = (typeof callers)[number];

/** The address of an open upload of each center, by the center's id. */
const openUploads = new Map<string, string>();

/** A live grant on a patient of each center, by the center's id. */
let grantsOf: ReadonlyMap<string, string> = new Map();

/** T-RLS2: every data route with the application's own checks wrong or switched off. The database holds alone. */
describe('row-level security alone (T-RLS2)', () => {
  const lying = new LyingAuthorization();
  let world: CastWorld;
  let stage: Stage;
  beforeAll(async () => {
    world = await openCastWorld({ parts: { authorization: lying }, connections: 4 });
    await prepareExams(world);
    for (const { id, client, patient } of [world.cast.centerA, world.cast.centerB])
      openUploads.set(id, await begun(client, 1_000, examFields(patient.patientId)));
    grantsOf = await liveGrants(world, 'Holder');
    stage = new Stage(world);
  });
  afterAll(async () => {
    stage.close();
    await world.close();
  });

  it('knows a request for every data route', () => {
    const { centerA, centerB } = world.cast;
    const asked = [...asks(world), ...harmTo(centerA), ...harmTo(centerB), ...dicomWebAsks(centerA, 1)].map(
      ({ method, path }) => `${method} ${path.replace(/\?.*$/, '')}`,
    );
    const data = allRoutes.filter(({ who }) => who === 'center' || who === 'doctor' || who === 'center-or-doctor');
    const without = data.filter((route) => !asked.some((ask) => isAskOf(ask, `${route.method} ${route.path}`)));
    expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  const lies = [
    ['foreign', 'A'],
    ['foreign', 'B'],
    ['unchecked', 'A'],
    ['unchecked', 'B'],
  ] as const;

  describe.each(lies)('with scopes that are %s, of center %s', (kind, tenant) => {
    it.each(callers.filter((caller) => isLieOfItsOwn(caller, kind, tenant)))(
      'gives %s nothing of anybody else’s, and lets nothing be written for them',
      async (caller) => {
        const client = await stage.client(caller);
        const strangers = strangersOf(world, caller);
        const before = await holdings(stage, strangers);
        lying.tell({ kind, foreign: foreignOf(world, caller, tenant) });
        const statuses: number[] = [];
        try {
          for (const ask of [
            ...asks(world),
            ...strangers.flatMap(({ center, seed }) => [...harmTo(center), ...dicomWebAsks(center, seed)]),
          ]) {
            const headers = { ...client.credentials('bearer'), ...ask.headers };
            const answer = await stage.send({ ...ask, headers });
            statuses.push(answer.status);
            expectNothingOf(strangers, answer, ask);
          }
        } finally {
          lying.tell({ kind: 'honest' });
        }
        expect(statuses, 'the lie reached the routes').toContain(200);
        expect(await holdings(stage, strangers)).toEqual(before);
      },
      60_000,
    );
  });

  it('counts no patient and no exam for a doctor who only calls himself an administrator', async () => {
    const client = await stage.client('doctor_no_consent');
    lying.tell({ kind: 'unchecked', foreign: foreignOf(world, 'doctor_no_consent', 'A') });
    const figures = await client.call(routes.admin.dashboard, {}).finally(() => lying.tell({ kind: 'honest' }));
    expect(figures).toMatchObject({ totalPatients: 0, totalExams: 0 });
  });

  it('changes no other doctor’s profile, plan or payment method, and shows no card of theirs', async () => {
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
        for (const ask of administratorsAsks(world)) answers.push(await stage.send({ ...ask, headers }));
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

/** Which tenants are strangers to a caller: all but a center's own, and but that of a patient who consented. */
function strangersOf({ cast }: CastWorld, caller: CallerName): { center: CenterCast; phone: string; seed: number }[] {
  const a = { center: cast.centerA, phone: phoneA, seed: 1 };
  const b = { center: cast.centerB, phone: phoneB, seed: 2 };
  switch (caller) {
    case 'center_b':
      return [a];
    case 'center_a':
    case 'doctor_consent':
    // the subscription is a gate of the application's; the patient's consent stands
    case 'doctor_unsubscribed':
      return [b];
    default:
      return [a, b];
  }
}

/**
 * Whether the scope is one that no other lie makes of the caller’s: a center keeps its own where nothing is checked, and its own is no
 * lie; a doctor’s foreign one is another doctor’s, whatever the center.
 */
function isLieOfItsOwn(caller: CallerName, kind: 'foreign' | 'unchecked', tenant: 'A' | 'B'): boolean {
  switch (caller) {
    case 'center_a':
      return tenant === 'B';
    case 'center_b':
      return tenant === 'A';
    default:
      return kind === 'unchecked' || tenant === 'A';
  }
}

function foreignOf({ cast }: CastWorld, caller: CallerName, tenant: 'A' | 'B'): Foreign {
  return {
    centerId: (tenant === 'A' ? cast.centerA : cast.centerB).id,
    doctorId: (caller === 'doctor_consent' ? cast.doctors.noConsent : cast.doctors.consent).id,
  };
}

/** Everything that tells of a tenant: its rows' ids, names and numbers, and the bytes of its file. */
function tracesOf({ id, centerId, patient, examId, file }: CenterCast, phone: string): string[] {
  const uid = /2\.25\.\d+/.exec(file.toString('latin1'))?.[0];
  if (uid === undefined) throw new Error('The exam’s file has no UID.');
  return [id, centerId, patient.id, patient.patientId, patient.firstName, patient.lastName, phone, examId, uid];
}

function expectNothingOf(strangers: { center: CenterCast; phone: string }[], answer: Answer, ask: Ask): void {
  const seen = JSON.stringify(answer.headers) + answer.text;
  for (const { center, phone } of strangers)
    for (const trace of tracesOf(center, phone)) expect(seen, `${ask.method} ${ask.path}`).not.toContain(trace);
}

/** How many rows of each kind there are of the strangers: a lie must not add, change or remove one. */
async function holdings(stage: Stage, strangers: { center: CenterCast }[]): Promise<unknown[]> {
  const centers = strangers.map(({ center }) => center.id);
  return await Promise.all(
    ['patients', 'exams', 'exam_objects', 'uploads', 'patient_access'].map((table) =>
      stage.sql(
        `SELECT md5(string_agg(t::text, '|' ORDER BY t.id)) AS hash FROM ${table} t WHERE center_id = ANY ($1)`,
        [centers],
      ),
    ),
  );
}

const isAskOf = (ask: string, route: string) =>
  isSamePath(ask, route) || new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`).test(ask);

/** A request of every kind for the things of both tenants. */
function asks({ cast }: CastWorld): Ask[] {
  const gets = allRoutes
    .filter(({ method, path, who, answers }) => method === 'GET' && !path.includes('{') && who !== 'admin' && !answers)
    .map(({ path }): Ask => ({ method: 'GET', path }));
  return [...gets, ...asksAbout(cast.centerA, phoneA), ...asksAbout(cast.centerB, phoneB)];
}

/** Every address of DICOMweb, for the things of one tenant. */
function dicomWebAsks({ examId }: CenterCast, seed: number): Ask[] {
  const { study, series, instance } = tinyUids(seed);
  const names: Record<string, string> = { examId, study, series, instance, frames: '1', path: '7FE00010' };
  return Object.values(routes.dicomWeb).map(({ path }) => ({
    method: 'GET',
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? name),
  }));
}

function asksAbout({ patient, examId, file }: CenterCast, phone: string): Ask[] {
  const get = (path: string): Ask => ({ method: 'GET', path });
  const words = [patient.firstName, patient.lastName, patient.patientId, phone].map(encodeURIComponent);
  return [
    get(`/api/exams/${examId}`),
    get(`/api/download/${examId}`),
    { ...get(`/api/download/${examId}`), method: 'HEAD' },
    { ...get(`/api/download/${examId}`), headers: { range: 'bytes=128-' } },
    get(`/api/doctor/patient-exams/${patient.patientId}`),
    ...words.map((word) => get(`/api/medical-center/patients?search=${word}`)),
    ...words.map((word) => get(`/api/medical-center/exam-history?patientSearch=${word}`)),
    ...words.map((word) => get(`/api/doctor/accessible-patients?search=${word}`)),
    get(`/api/medical-center/patients/${patient.patientId}`),
    get(`/api/medical-center/patients/${patient.patientId}/access-log`),
    get(`/api/medical-center/patients/${patient.patientId}/grants`),
    get(`/api/medical-center/exam-history?patientId=${patient.patientId}`),
    get(`/api/medical-center/exam-history?id=${examId}`),
    get(`/api/medical-center/patients?cursor=${patient.id}`),
    get(`/api/medical-center/exam-history?cursor=${examId}`),
    get(`/api/doctor/accessible-patients?cursor=${patient.id}`),
    ...writesAbout(patient.patientId, file, phone),
  ];
}

/** What an administrator asks and does about everybody. */
function administratorsAsks({ cast }: CastWorld): Ask[] {
  const gets = allRoutes
    .filter(({ method, path, who, answers }) => method === 'GET' && !path.includes('{') && who === 'admin' && !answers)
    .map(({ path }): Ask => ({ method: 'GET', path }));
  const post = (path: string, json: unknown): Ask => ({ method: 'POST', path, json });
  const { consent, unverified } = cast.doctors;
  const period = { startDate: '2026-01-01', endDate: '2028-01-01', status: 'active' };
  return [
    ...gets,
    post(routes.admin.updateSubscription.path, { userId: consent.userId, ...period }),
    post(routes.admin.renewDoctorSubscription.path, { userId: consent.userId, months: 12 }),
    post(`/api/admin/approve-doctor/${unverified.id}`, {}),
    post(`/api/admin/reject-doctor/${unverified.id}`, {}),
    post(`/api/admin/doctors/${consent.id}/suspend`, {}),
    post(`/api/admin/users/${consent.userId}/revoke-sessions`, {}),
    post(`/api/admin/users/${unverified.userId}/disable`, {}),
    { method: 'PATCH', path: `/api/admin/medical-centers/${cast.centerB.id}`, json: { email: 'taken@example.gr' } },
    post(`/api/admin/grants/${grantsOf.get(cast.centerB.id)}/revoke`, { reason: 'other' }),
  ];
}

function writesAbout(patientId: string, file: Buffer, phone: string): Ask[] {
  const post = (path: string, json: unknown): Ask => ({ method: 'POST', path, json });
  const newcomer = { firstName: 'Νέος', lastName: 'Κανένας', dateOfBirth: '1990-01-01', gender: 'Male' };
  return [
    post('/api/medical-center/patients', newcomer),
    post('/api/account/tokens', { name: 'Taken', days: 30 }),
    { method: 'POST', path: '/api/medical-center/upload-exam', form: examForm(patientId, file) },
    post('/api/doctor/request-patient-access', { patientPhone: phone }),
    post('/api/doctor/verify-otp', { patientPhone: phone, otpCode: '000000' }),
    { method: 'PATCH', path: routes.doctor.profile.path, json: { specialization: 'Taken', language: 'en' } },
    post(routes.doctor.changePlan.path, { plan: 'monthly' }),
    post(routes.doctor.updatePaymentMethod.path, { cardholderName: 'Taken', last4: '0000', expiry: '01/30' }),
  ];
}

/** What changes a tenant's things: asked about strangers' alone, since to one's own it is allowed. */
function harmTo({ id, patient, examId }: CenterCast): Ask[] {
  const post = (path: string, json: unknown): Ask => ({ method: 'POST', path, json });
  const person = `/api/medical-center/patients/${patient.patientId}`;
  const exam = `/api/medical-center/exams/${examId}`;
  const upload = openUploads.get(id) ?? '';
  const grantId = grantsOf.get(id) ?? '';
  const part = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const metadata = metadataHeader(examFields(patient.patientId));
  return [
    { method: 'GET', path: upload },
    { method: 'HEAD', path: upload },
    { method: 'PATCH', path: upload, headers: part, bytes: Buffer.alloc(10) },
    { method: 'DELETE', path: upload },
    { method: 'POST', path: uploadsPath, headers: { 'upload-length': '1000', 'upload-metadata': metadata } },
    { method: 'PATCH', path: person, json: { lastName: 'Άλλη', phone: '+306955555555' } },
    post(`${person}/reveal`, {}),
    post(`${person}/consent-link`, {}),
    post(`/api/medical-center/grants/${grantId}/revoke`, { reason: 'other' }),
    post(`/api/doctor/grants/${grantId}/relinquish`, {}),
    post(`${exam}/move`, { patientId: patient.patientId, reason: 'none' }),
    post(`${exam}/withdraw`, { reason: 'none' }),
    post(`${exam}/confirm`, { reason: 'none' }),
    { method: 'DELETE', path: '/api/account/tokens/0197a000-0000-7000-8000-000000000001' },
  ];
}
