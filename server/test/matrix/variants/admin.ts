import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import * as z from 'zod';
import { type Attempt, crossSite, plain, type Variant, type Variants } from '../attempt.ts';
import { jsonOf, type RequestSpec, type TestResponse } from '../send.ts';

const get = (path: string): RequestSpec => ({ method: 'GET', path });
const post = (path: string, json?: unknown): RequestSpec => ({
  method: 'POST',
  path,
  ...(json === undefined ? {} : { json }),
});

const updatePath = '/api/admin/update-subscription';
const renewPath = '/api/admin/renew-doctor-subscription';
const createPath = '/api/admin/create-medical-center';

const period = { startDate: '2026-01-01', endDate: '2027-12-31', status: 'active' };
const targetId = async ({ fixture }: Attempt) => (await fixture.targetDoctor()).userId;

async function userIdOf({ fixture }: Attempt, email: string): Promise<string> {
  const [row] = await fixture.sql('SELECT id FROM users WHERE email = $1 AND closed_at IS NULL', [email]);
  return String(row?.id);
}
const adminId = (attempt: Attempt) => userIdOf(attempt, attempt.fixture.accounts.admin.email);
const centerUserId = (attempt: Attempt) => userIdOf(attempt, attempt.fixture.accounts.center_a.email);

const subscriptions: Variants = {
  [`POST ${updatePath} default`]: plain(
    async (attempt) => post(updatePath, { userId: await targetId(attempt), ...period }),
    (response) => expect(jsonOf(response)).toMatchObject({ user: { subscriptionEndDate: '2027-12-31' } }),
  ),
  [`POST ${updatePath} target_is_admin`]: plain(async (attempt) =>
    post(updatePath, { userId: await adminId(attempt), ...period }),
  ),
  [`POST ${updatePath} end_before_start`]: plain(async (attempt) =>
    post(updatePath, { userId: await targetId(attempt), ...period, endDate: '2025-12-31' }),
  ),
  [`POST ${updatePath} unknown_user`]: plain(() => post(updatePath, { userId: randomUUID(), ...period })),
  [`POST ${updatePath} cookie_cross_site`]: crossSite(async (attempt) =>
    post(updatePath, { userId: await targetId(attempt), ...period }),
  ),
  [`POST ${renewPath} default`]: plain(async (attempt) =>
    post(renewPath, { userId: await targetId(attempt), months: 1 }),
  ),
  [`POST ${renewPath} target_not_doctor`]: plain(async (attempt) =>
    post(renewPath, { userId: await centerUserId(attempt), months: 12 }),
  ),
  [`POST ${renewPath} months_7`]: plain(async (attempt) =>
    post(renewPath, { userId: await targetId(attempt), months: 7 }),
  ),
  [`POST ${renewPath} repeat_same_idempotency_key`]: {
    run: async (attempt) => {
      const request = {
        ...post(renewPath, { userId: await targetId(attempt), months: 1 }),
        headers: { 'idempotency-key': randomUUID() },
      };
      const responses = [await attempt.send(request), await attempt.send(request)];
      if (attempt.row.status === 200) expect(new Set(responses.map(endOf)).size, 'the end moves once').toBe(1);
      return responses;
    },
  },
  [`POST ${renewPath} cookie_cross_site`]: crossSite(async (attempt) =>
    post(renewPath, { userId: await targetId(attempt), months: 12 }),
  ),
};

const endOf = (response: TestResponse) =>
  z.object({ user: z.object({ subscriptionEndDate: z.string() }) }).parse(jsonOf(response)).user.subscriptionEndDate;

type Decision = 'approve' | 'reject';
const decisionRequest = (decision: Decision, id: string) => post(`/api/admin/${decision}-doctor/${id}`);

/** Returns the pending application D1, or a new one if the row changes it. */
async function pendingId({ row, fixture }: Attempt): Promise<string> {
  return row.status === 200 || row.status === 409
    ? (await fixture.newApplication()).id
    : fixture.testApp.fixtures.doctors.unverified.id;
}

/** Decides an application before the row's own decision. The second decision sends no mail. */
const decidedBefore = (first: Decision, then: Decision): Variant => ({
  run: async (attempt) => {
    const id = await pendingId(attempt);
    if (attempt.actor !== 'admin') return await attempt.send(decisionRequest(then, id));
    expect((await attempt.send(decisionRequest(first, id))).status).toBe(200);
    const before = await countMessages(attempt);
    const response = await attempt.send(decisionRequest(then, id));
    expect(await countMessages(attempt), 'no second message').toBe(before);
    return response;
  },
});
const countMessages = ({ fixture }: Attempt) => fixture.count('SELECT count(*) FROM outbox_messages');

function decisions(decision: Decision, other: Decision, names: { again: string; other: string }): Variants {
  const key = `POST /api/admin/${decision}-doctor/{D1}`;
  return {
    [`${key} default`]: plain(async (attempt) => decisionRequest(decision, await pendingId(attempt))),
    [`${key} ${names.again}`]: decidedBefore(decision, decision),
    [`${key} ${names.other}`]: decidedBefore(other, decision),
  };
}

const newCenter = ({ fixture }: Attempt) => {
  const number = fixture.nextNumber();
  return {
    name: `Center ${number}`,
    email: `made${number}@example.gr`,
    address: 'Λεωφόρος Συγγρού 100, Αθήνα',
    phone: '+302105550199',
    centerId: `MCMADE${number}`,
    password: 'a first secret to change',
  };
};

const centers: Variants = {
  [`POST ${createPath} default`]: plain(
    (attempt) => post(createPath, newCenter(attempt)),
    (response) => expect(response.text).not.toContain('a first secret to change'),
  ),
  [`POST ${createPath} duplicate_centerId_or_email`]: {
    run: async (attempt) => {
      const { name, email } = attempt.fixture.accounts.center_a;
      return [
        await attempt.send(post(createPath, { ...newCenter(attempt), centerId: name })),
        await attempt.send(post(createPath, { ...newCenter(attempt), email })),
      ];
    },
  },
  [`POST ${createPath} invalid_body`]: plain((attempt) => post(createPath, { ...newCenter(attempt), email: 'none' })),
  [`POST ${createPath} cookie_cross_site`]: crossSite((attempt) => post(createPath, newCenter(attempt))),
};

const centerPath = '/api/admin/medical-centers';
const patch = (id: string, json: unknown): RequestSpec => ({ method: 'PATCH', path: `${centerPath}/${id}`, json });

/** Returns center A for actors that are rejected, and a new center for the administrator. */
async function centerToChange(attempt: Attempt): Promise<string> {
  if (attempt.actor !== 'admin') return attempt.fixture.testApp.fixtures.centerA.id;
  const { medicalCenter } = routes.admin.createMedicalCenter.reply.parse(
    jsonOf(await attempt.send(post(createPath, newCenter(attempt)))),
  );
  return medicalCenter.id;
}

const oneCenter: Variants = {
  [`GET ${centerPath}/{C1} default`]: plain(
    ({ fixture }) => get(`${centerPath}/${fixture.testApp.fixtures.centerA.id}`),
    (response) => expect(response.text).not.toMatch(/password|argon2/i),
  ),
  [`PATCH ${centerPath}/{C1} default`]: plain(
    async (attempt) => patch(await centerToChange(attempt), { city: 'Πειραιάς' }),
    (response) => expect(jsonOf(response)).toMatchObject({ medicalCenter: { city: 'Πειραιάς' } }),
  ),
  [`PATCH ${centerPath}/{C1} invalid_body`]: plain(async (attempt) =>
    patch(await centerToChange(attempt), { name: 'A' }),
  ),
  [`PATCH ${centerPath}/{C1} taken_email`]: plain(async (attempt) =>
    patch(await centerToChange(attempt), { email: attempt.fixture.accounts.center_b.email }),
  ),
};

/**
 * A1: inserts a new alarm for each row directly, as if it had held an account or not. Other tests cover what raises
 * alarms and holds accounts.
 */
async function newAlarm({ fixture }: Attempt, isHeld = false, kind = 'many_downloads'): Promise<string> {
  const id = randomUUID();
  const doctor = fixture.testApp.fixtures.doctors.unsubscribed;
  await fixture.sql(`DELETE FROM alarms WHERE doctor_id = $1`, [doctor.id]);
  await fixture.sql(
    `INSERT INTO alarms (id, kind, subject, doctor_id, user_id, held_at)
     VALUES ($1, $5, 'doctor:' || $2, $2::uuid, $3, CASE WHEN $4 THEN now() END)`,
    [id, doctor.id, doctor.userId, isHeld, kind],
  );
  return id;
}
const alarms = '/api/admin/alarms';
const releaseRequest = async (attempt: Attempt, isHeld = true) =>
  post(`${alarms}/${await newAlarm(attempt, isHeld)}/release`);
const markUsualRequest = async (attempt: Attempt, kind = 'unusual_access') =>
  post(`${alarms}/${await newAlarm(attempt, false, kind)}/usual`);
const markSeenRequest = async (attempt: Attempt) => post(`${alarms}/${await newAlarm(attempt)}/seen`);

/** A request that has the same response when it is repeated. */
const sentTwice = (createRequest: typeof markSeenRequest): Variants[string] => ({
  run: async (attempt) => {
    const request = await createRequest(attempt);
    const [first, again] = [await attempt.send(request), await attempt.send(request)];
    if (attempt.row.status === 200) expect(jsonOf(again)).toEqual(jsonOf(first));
    return [first, again];
  },
});

const alarmVariants: Variants = {
  [`GET ${alarms} default`]: plain(
    async (attempt) => {
      await newAlarm(attempt);
      return get(alarms);
    },
    (response, { fixture }) => expect(response.text).toContain(fixture.testApp.fixtures.doctors.unsubscribed.email),
  ),
  [`POST ${alarms}/{A1}/seen default`]: plain(markSeenRequest, (response) =>
    expect(jsonOf(response)).toMatchObject({ alarm: { kind: 'many_downloads', seenAt: expect.any(String) } }),
  ),
  [`POST ${alarms}/{A1}/seen already_seen`]: sentTwice(markSeenRequest),
  [`POST ${alarms}/{A1}/usual default`]: plain(markUsualRequest, (response) =>
    expect(jsonOf(response)).toMatchObject({ alarm: { kind: 'unusual_access', seenAt: expect.any(String) } }),
  ),
  [`POST ${alarms}/{A1}/usual already_marked`]: sentTwice(markUsualRequest),
  [`POST ${alarms}/{A1}/usual other_kind`]: plain((attempt) => markUsualRequest(attempt, 'many_downloads')),
  [`POST ${alarms}/{A1}/release default`]: plain(releaseRequest, (response) =>
    expect(jsonOf(response)).toMatchObject({ alarm: { isHeld: false, seenAt: expect.any(String) } }),
  ),
  [`POST ${alarms}/{A1}/release already_released`]: sentTwice(releaseRequest),
  [`POST ${alarms}/{A1}/release never_held`]: plain((attempt) => releaseRequest(attempt, false)),
};

export const admin: Variants = {
  ...alarmVariants,
  'GET /api/admin/dashboard default': plain(() => get('/api/admin/dashboard')),
  'GET /api/admin/users default': plain(
    () => get(routes.admin.users.path),
    (response) => expect(response.text).not.toMatch(/password|argon2/i),
  ),
  'GET /api/admin/pending-doctors default': plain(
    () => get('/api/admin/pending-doctors'),
    (response, { fixture }) => expect(response.text).toContain(fixture.testApp.fixtures.doctors.unverified.email),
  ),
  ...subscriptions,
  ...decisions('approve', 'reject', { again: 'already_approved', other: 'rejected_before' }),
  ...decisions('reject', 'approve', { again: 'already_rejected', other: 'approved_before' }),
  ...centers,
  'GET /api/admin/medical-centers default': plain(() => get(centerPath)),
  'GET /api/admin/medical-centers-detailed default': plain(
    () => get('/api/admin/medical-centers-detailed'),
    (response) => expect(response.text).not.toMatch(/password|argon2/i),
  ),
  'GET /api/admin/doctors default': plain(
    () => get('/api/admin/doctors'),
    (response, { fixture }) => expect(response.text).toContain(fixture.testApp.fixtures.doctors.unsubscribed.email),
  ),
  ...oneCenter,
};
