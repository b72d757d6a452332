import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import * as z from 'zod';
import { type Attempt, crossSite, plain, type Variant, type Variants } from '../attempt.ts';
import { type Answer, type Ask, jsonOf } from '../send.ts';

const get = (path: string): Ask => ({ method: 'GET', path });
const post = (path: string, json?: unknown): Ask => ({ method: 'POST', path, ...(json === undefined ? {} : { json }) });

const updatePath = '/api/admin/update-subscription';
const renewPath = '/api/admin/renew-doctor-subscription';
const createPath = '/api/admin/create-medical-center';

const period = { startDate: '2026-01-01', endDate: '2027-12-31', status: 'active' };
const targetId = async ({ stage }: Attempt) => (await stage.target()).userId;

async function userIdOf({ stage }: Attempt, email: string): Promise<string> {
  const [row] = await stage.sql('SELECT id FROM users WHERE email = $1 AND closed_at IS NULL', [email]);
  return String(row?.id);
}
const adminId = (attempt: Attempt) => userIdOf(attempt, attempt.stage.accounts.admin.email);
const centerUserId = (attempt: Attempt) => userIdOf(attempt, attempt.stage.accounts.center_a.email);

const subscriptions: Variants = {
  [`POST ${updatePath} default`]: plain(
    async (attempt) => post(updatePath, { userId: await targetId(attempt), ...period }),
    (answer) => expect(jsonOf(answer)).toMatchObject({ user: { subscriptionEndDate: '2027-12-31' } }),
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
      const ask = {
        ...post(renewPath, { userId: await targetId(attempt), months: 1 }),
        headers: { 'idempotency-key': randomUUID() },
      };
      const answers = [await attempt.send(ask), await attempt.send(ask)];
      if (attempt.row.status === 200) expect(new Set(answers.map(endOf)).size, 'the end moves once').toBe(1);
      return answers;
    },
  },
  [`POST ${renewPath} cookie_cross_site`]: crossSite(async (attempt) =>
    post(renewPath, { userId: await targetId(attempt), months: 12 }),
  ),
};

const endOf = (answer: Answer) =>
  z.object({ user: z.object({ subscriptionEndDate: z.string() }) }).parse(jsonOf(answer)).user.subscriptionEndDate;

type Decision = 'approve' | 'reject';
const decide = (decision: Decision, id: string) => post(`/api/admin/${decision}-doctor/${id}`);

/** The pending application D1, or one of its own where the row may change it. */
async function pendingId({ row, stage }: Attempt): Promise<string> {
  return row.status === 200 || row.status === 409
    ? (await stage.application()).id
    : stage.world.cast.doctors.unverified.id;
}

/** Decides an application once before the row's own decision; the second mails nobody. */
const decidedBefore = (first: Decision, then: Decision): Variant => ({
  run: async (attempt) => {
    const id = await pendingId(attempt);
    if (attempt.actor !== 'admin') return await attempt.send(decide(then, id));
    expect((await attempt.send(decide(first, id))).status).toBe(200);
    const before = await countMessages(attempt);
    const answer = await attempt.send(decide(then, id));
    expect(await countMessages(attempt), 'no second message').toBe(before);
    return answer;
  },
});
const countMessages = ({ stage }: Attempt) => stage.count('SELECT count(*) FROM outbox_messages');

function decisions(decision: Decision, other: Decision, names: { again: string; other: string }): Variants {
  const key = `POST /api/admin/${decision}-doctor/{D1}`;
  return {
    [`${key} default`]: plain(async (attempt) => decide(decision, await pendingId(attempt))),
    [`${key} ${names.again}`]: decidedBefore(decision, decision),
    [`${key} ${names.other}`]: decidedBefore(other, decision),
    [`${key} unknown`]: plain(() => decide(decision, randomUUID())),
    [`${key} cookie_cross_site`]: crossSite(async (attempt) => decide(decision, await pendingId(attempt))),
  };
}

const newCenter = ({ stage }: Attempt) => {
  const number = stage.next();
  return {
    name: `Center ${number}`,
    email: `made${number}@example.gr`,
    address: 'Λεωφόρος Συγγρού 100, Αθήνα',
    phone: '+302105550199',
    centerId: `MCMADE${number}`,
    password: 'initial secret',
  };
};

const centers: Variants = {
  [`POST ${createPath} default`]: plain(
    (attempt) => post(createPath, newCenter(attempt)),
    (answer) => expect(answer.text).not.toContain('initial secret'),
  ),
  [`POST ${createPath} duplicate_centerId_or_email`]: {
    run: async (attempt) => {
      const { name, email } = attempt.stage.accounts.center_a;
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
const patch = (id: string, json: unknown): Ask => ({ method: 'PATCH', path: `${centerPath}/${id}`, json });

/** Center A for whoever is refused; the administrator changes one of the row's own. */
async function centerToChange(attempt: Attempt): Promise<string> {
  if (attempt.actor !== 'admin') return attempt.stage.world.cast.centerA.id;
  const { medicalCenter } = routes.admin.createMedicalCenter.reply.parse(
    jsonOf(await attempt.send(post(createPath, newCenter(attempt)))),
  );
  return medicalCenter.id;
}

const oneCenter: Variants = {
  [`GET ${centerPath}/{C1} default`]: plain(
    ({ stage }) => get(`${centerPath}/${stage.world.cast.centerA.id}`),
    (answer) => expect(answer.text).not.toMatch(/password|argon2/i),
  ),
  [`GET ${centerPath}/{C1} unknown`]: plain(() => get(`${centerPath}/${randomUUID()}`)),
  [`PATCH ${centerPath}/{C1} default`]: plain(
    async (attempt) => patch(await centerToChange(attempt), { city: 'Πειραιάς' }),
    (answer) => expect(jsonOf(answer)).toMatchObject({ medicalCenter: { city: 'Πειραιάς' } }),
  ),
  [`PATCH ${centerPath}/{C1} unknown`]: plain(() => patch(randomUUID(), { city: 'Πειραιάς' })),
  [`PATCH ${centerPath}/{C1} invalid_body`]: plain(async (attempt) =>
    patch(await centerToChange(attempt), { name: 'A' }),
  ),
  [`PATCH ${centerPath}/{C1} taken_email`]: plain(async (attempt) =>
    patch(await centerToChange(attempt), { email: attempt.stage.accounts.center_b.email }),
  ),
  [`PATCH ${centerPath}/{C1} cookie_cross_site`]: crossSite(({ stage }) =>
    patch(stage.world.cast.centerA.id, { city: 'Αλλού' }),
  ),
};

/** A1: an alarm of its own for each row, by the database: what raises one is tried elsewhere. */
async function newAlarm({ stage }: Attempt): Promise<string> {
  const id = randomUUID();
  const doctor = stage.world.cast.doctors.unsubscribed;
  await stage.sql(`DELETE FROM alarms WHERE doctor_id = $1`, [doctor.id]);
  await stage.sql(`INSERT INTO alarms (id, kind, doctor_id) VALUES ($1, 'many_downloads', $2)`, [id, doctor.id]);
  return id;
}
const alarms = '/api/admin/alarms';
const seen = async (attempt: Attempt) => post(`${alarms}/${await newAlarm(attempt)}/seen`);

const looking: Variants = {
  [`GET ${alarms} default`]: plain(
    async (attempt) => {
      await newAlarm(attempt);
      return get(alarms);
    },
    (answer, { stage }) => expect(answer.text).toContain(stage.world.cast.doctors.unsubscribed.email),
  ),
  [`POST ${alarms}/{A1}/seen default`]: plain(seen, (answer) =>
    expect(jsonOf(answer)).toMatchObject({ alarm: { kind: 'many_downloads', seenAt: expect.any(String) } }),
  ),
  [`POST ${alarms}/{A1}/seen already_seen`]: {
    run: async (attempt) => {
      const ask = await seen(attempt);
      const [first, again] = [await attempt.send(ask), await attempt.send(ask)];
      if (attempt.row.status === 200) expect(jsonOf(again)).toEqual(jsonOf(first));
      return [first, again];
    },
  },
  [`POST ${alarms}/{A1}/seen unknown`]: plain(() => post(`${alarms}/${randomUUID()}/seen`)),
  [`POST ${alarms}/{A1}/seen cookie_cross_site`]: crossSite(seen),
};

export const admin: Variants = {
  ...looking,
  'GET /api/admin/dashboard default': plain(() => get('/api/admin/dashboard')),
  'GET /api/admin/users default': plain(
    () => get(routes.admin.users.path),
    (answer) => expect(answer.text).not.toMatch(/password|argon2/i),
  ),
  'GET /api/admin/pending-doctors default': plain(
    () => get('/api/admin/pending-doctors'),
    (answer, { stage }) => expect(answer.text).toContain(stage.world.cast.doctors.unverified.email),
  ),
  ...subscriptions,
  ...decisions('approve', 'reject', { again: 'already_approved', other: 'rejected_before' }),
  ...decisions('reject', 'approve', { again: 'already_rejected', other: 'approved_before' }),
  ...centers,
  'GET /api/admin/medical-centers default': plain(() => get(centerPath)),
  'GET /api/admin/medical-centers-detailed default': plain(
    () => get('/api/admin/medical-centers-detailed'),
    (answer) => expect(answer.text).not.toMatch(/password|argon2/i),
  ),
  'GET /api/admin/doctors default': plain(
    () => get('/api/admin/doctors'),
    (answer, { stage }) => expect(answer.text).toContain(stage.world.cast.doctors.unsubscribed.email),
  ),
  ...oneCenter,
};
