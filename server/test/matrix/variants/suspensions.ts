import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Attempt, plain, type Variant, type Variants } from '../attempt.ts';
import { jsonOf, type RequestSpec } from '../send.ts';

const post = (path: string): RequestSpec => ({ method: 'POST', path, json: { reason: 'Άδεια που έληξε' } });
const doctorPath = (id: string, act: string) => `/api/admin/doctors/${id}/${act}`;
const userPath = (id: string, act: string) => `/api/admin/users/${id}/${act}`;

const admin = async ({ fixture }: Attempt) => await fixture.client('admin');

const stateOf = async ({ fixture }: Attempt, id: string) =>
  (await fixture.sql('SELECT state FROM doctors WHERE id = $1', [id]))[0]?.state;
const isDisabled = async ({ fixture }: Attempt, id: string) =>
  (await fixture.count('SELECT count(*) FROM users WHERE id = $1 AND disabled_at IS NOT NULL', [id])) === 1;

/** Suspends a doctor that no other row uses, and reinstates the doctor. */
const suspends: Variant = {
  run: async (attempt) => {
    const { id } = await attempt.fixture.targetDoctor();
    const response = await attempt.send(post(doctorPath(id, 'suspend')));
    expect(await stateOf(attempt, id)).toBe(response.status === 200 ? 'suspended' : 'verified');
    await (await admin(attempt)).json('POST', doctorPath(id, 'reinstate'), {});
    return response;
  },
};

const suspendsAgain: Variant = {
  run: async (attempt) => {
    const { id } = await attempt.fixture.targetDoctor();
    const responses = [await attempt.send(post(doctorPath(id, 'suspend')))];
    const mails = () => attempt.fixture.count('SELECT count(*) FROM outbox_messages');
    const before = await mails();
    responses.push(await attempt.send(post(doctorPath(id, 'suspend'))));
    expect(await mails(), 'no second message').toBe(before);
    await (await admin(attempt)).json('POST', doctorPath(id, 'reinstate'), {});
    return responses;
  },
};

const reinstates: Variant = {
  run: async (attempt) => {
    const { id } = await attempt.fixture.targetDoctor();
    await (await admin(attempt)).json('POST', doctorPath(id, 'suspend'), {});
    const response = await attempt.send(post(doctorPath(id, 'reinstate')));
    expect(await stateOf(attempt, id)).toBe(response.status === 200 ? 'verified' : 'suspended');
    await (await admin(attempt)).json('POST', doctorPath(id, 'reinstate'), {});
    return response;
  },
};

/** Returns the user id of a second administrator, which no other row uses. */
async function secondAdministrator({ fixture }: Attempt): Promise<string> {
  await fixture.sql(
    `INSERT INTO users (id, email, password_hash, role)
     SELECT $1, 'second@example.gr', password_hash, role FROM users WHERE role = 'admin' LIMIT 1 ON CONFLICT DO NOTHING`,
    [randomUUID()],
  );
  const [row] = await fixture.sql(`SELECT id FROM users WHERE email = 'second@example.gr'`);
  return String(row?.id);
}

const disables: Variant = {
  run: async (attempt) => {
    const id = await secondAdministrator(attempt);
    const response = await attempt.send(post(userPath(id, 'disable')));
    expect(await isDisabled(attempt, id)).toBe(response.status === 200);
    await (await admin(attempt)).json('POST', userPath(id, 'enable'), {});
    return response;
  },
};

const enables: Variant = {
  run: async (attempt) => {
    const id = await secondAdministrator(attempt);
    await (await admin(attempt)).json('POST', userPath(id, 'disable'), {});
    const response = await attempt.send(post(userPath(id, 'enable')));
    expect(await isDisabled(attempt, id)).toBe(response.status !== 200);
    return response;
  },
};

/** Revokes a session of the second administrator that is inserted into the table. */
const revokes: Variant = {
  run: async (attempt) => {
    const id = await secondAdministrator(attempt);
    await attempt.fixture.sql('DELETE FROM sessions WHERE user_id = $1', [id]);
    await attempt.fixture.sql(
      `INSERT INTO sessions (id, user_id, role, bearer_hash, cookie_hash, idle_seconds, expires_at, address_block)
       SELECT $1, $2, 'admin', sha256($3), sha256($4), 900, app_now() + interval '1 year', 'test'`,
      [randomUUID(), id, Buffer.from(randomUUID()), Buffer.from(randomUUID())],
    );
    const response = await attempt.send(post(userPath(id, 'revoke-sessions')));
    if (response.status === 200) expect(jsonOf(response)).toEqual({ ended: 1 });
    const activeSessionsSql = 'SELECT count(*) FROM sessions WHERE user_id = $1 AND revoked_at IS NULL';
    expect(await attempt.fixture.count(activeSessionsSql, [id])).toBe(response.status === 200 ? 0 : 1);
    return response;
  },
};

async function ownId({ fixture }: Attempt): Promise<string> {
  const [row] = await fixture.sql('SELECT id FROM users WHERE email = $1', [fixture.accounts.admin.email]);
  return String(row?.id);
}

const keys = {
  suspend: 'POST /api/admin/doctors/{D1}/suspend',
  reinstate: 'POST /api/admin/doctors/{D1}/reinstate',
  disable: 'POST /api/admin/users/{userId}/disable',
  enable: 'POST /api/admin/users/{userId}/enable',
  revoke: 'POST /api/admin/users/{userId}/revoke-sessions',
};

const unverified = ({ fixture }: Attempt) => fixture.testApp.fixtures.doctors.unverified.id;

/** Variants of an administrator that suspend, reinstate, disable and enable accounts, and end their sessions. */
export const suspensions: Variants = {
  [`${keys.suspend} default`]: suspends,
  [`${keys.suspend} already_suspended`]: suspendsAgain,
  [`${keys.suspend} not_verified`]: plain((attempt) => post(doctorPath(unverified(attempt), 'suspend'))),
  [`${keys.reinstate} default`]: reinstates,
  [`${keys.reinstate} not_suspended`]: plain((attempt) => post(doctorPath(unverified(attempt), 'reinstate'))),
  [`${keys.disable} default`]: disables,
  [`${keys.disable} own_account`]: plain(async (attempt) => post(userPath(await ownId(attempt), 'disable'))),
  [`${keys.disable} target_is_doctor`]: plain(async ({ fixture }) =>
    post(userPath((await fixture.targetDoctor()).userId, 'disable')),
  ),
  [`${keys.enable} default`]: enables,
  [`${keys.revoke} default`]: revokes,
};
