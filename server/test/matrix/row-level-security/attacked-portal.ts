import { mint } from '../../../src/domain/authorization/scope.ts';
import { phoneIndex } from '../../../src/domain/patients/encrypted-columns.ts';
import { hashSecret } from '../../../src/platform/crypto/hash-secret.ts';
import { ShiftableClock } from '../../../src/platform/time/clock.ts';
import { type JoinedMember, joinMember } from '../../centers/members/join-member.ts';
import { phoneA } from '../../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { ApplicationDatabase, resetRequest } from './application-database.ts';
import { type AttackedScope, Attacker } from './attacker.ts';
import { type ForeignIds, refusedStatements, rowStatements, scopeStatements } from './injected-statements.ts';

/** A portal whose pool is attacked: one connection, which real requests have used. */
export interface AttackedPortal {
  testApp: TestAppWithFixtures;
  db: ApplicationDatabase;
  attacker: Attacker;
  /** Center B, which no scope may reach. */
  ids: ForeignIds;
  /** Every scope of a request but those of center B. */
  scopes: readonly AttackedScope[];
  /** All statements. Each gets the signed scope of its transaction. */
  statements: readonly ((signed: string) => string)[];
  sendRequests(): Promise<void>;
  /** Hashes every table, but for those that the portal itself writes meanwhile. */
  hashTables(): Promise<Record<string, unknown>>;
}

/** An administrator may see and change accounts. */
const aboutAccounts = /users|sessions|medical_centers/;

export async function startAttackedPortal(): Promise<AttackedPortal> {
  // the clock of the database: only then `Database.call` runs without a transaction, as it does outside tests
  const overrides = { clock: new ShiftableClock() };
  const testApp = await startTestAppWithFixtures({ connections: 1, shouldCacheStatements: false, overrides });
  const db = new ApplicationDatabase(testApp);
  const { centerA, centerB, doctors, admin, consentToken } = testApp.fixtures;
  const { patient, examId } = centerB;
  const session = await db.sessionIdOf('center_id = $1', [centerB.id]);
  const members = {
    technician: await joinMember(testApp, centerA, ['technician'], 'techa'),
    billing: await joinMember(testApp, centerA, ['billing'], 'billinga'),
  };
  const memberOfB = await joinMember(testApp, centerB, ['owner'], 'ownerb');
  const [row] = await db.rows('SELECT user_id FROM medical_centers WHERE id = $1', [centerB.id]);
  const ids = {
    center: centerB.id,
    user: String(row?.user_id),
    patient: patient.id,
    exam: examId,
    session,
    own: centerA.id,
  };
  const marks = [
    patient.lastName,
    patient.firstName,
    patient.patientId,
    patient.id,
    examId,
    session,
    centerB.email,
    memberOfB.email,
  ];
  const ofCenterB = await db.centerA(undefined, centerB.id);
  const portal = { db: testApp.app.context.db, statements: testApp.statements };
  return {
    testApp,
    db,
    ids,
    attacker: new Attacker(portal, { ids, marks, scope: ofCenterB }),
    scopes: [...(await listScopes(testApp, db)), ...(await listMemberScopes(db, members))],
    statements: Array.from(
      { length: allStatements(ids, '').length },
      (_, index) => (signed: string) => String(allStatements(ids, signed)[index]),
    ),
    async sendRequests() {
      for (const client of [centerA.client, centerB.client, doctors.consent.client, admin, testApp.anonymous])
        for (const path of ['medical-center/patients', 'medical-center/exam-history', 'doctor/accessible-patients'])
          await client.raw('GET', `/api/${path}`);
      await testApp.anonymous.json('POST', '/api/patient-access/lookup', { accessToken: consentToken });
    },
    hashTables: () => hashTables(db),
  };
}

const allStatements = (ids: ForeignIds, signed: string) => [
  ...scopeStatements(ids, signed),
  ...rowStatements(ids),
  ...refusedStatements,
];

/** The scopes of two members of center A, and of an invitation to it. */
async function listMemberScopes(
  db: ApplicationDatabase,
  members: Record<string, JoinedMember>,
): Promise<AttackedScope[]> {
  const scopes = Object.entries(members).map(async ([name, { member }]) => {
    const sessionId = await db.sessionIdOf('member_id = $1', [member.id]);
    return { name, scope: await db.centerA({ sessionId }) };
  });
  await db.rows(
    `INSERT INTO center_members (id, center_id, roles, username, display_name, email, language, invited_by, invite_hash, invite_expires_at)
     SELECT gen_random_uuid(), center_id, '{owner}', 'invited', 'Invited', 'invited@example.gr', 'el', invited_by, $2, now() + interval '1 year'
     FROM center_members WHERE id = $1`,
    [members.technician?.member.id, hashSecret('an invitation')],
  );
  const inviting = mint.inviting(await db.centerA(), { email: 'games@example.gr', tokenHash: hashSecret('games') });
  return [
    ...(await Promise.all(scopes)),
    { name: 'invitation', scope: mint.invitation('an invitation', null) },
    { name: 'inviting', scope: inviting },
  ];
}

async function listScopes(testApp: TestAppWithFixtures, db: ApplicationDatabase): Promise<AttackedScope[]> {
  const { centerA, centerB, doctors, consentToken } = testApp.fixtures;
  const inAYear = `now() + interval '1 year'`;
  const hash = hashSecret('a mailed link');
  await db.rows(
    `INSERT INTO password_resets (id, user_id, email_index, token_hash, expires_at) VALUES (gen_random_uuid(), $1, $2, $2, ${inAYear})`,
    [doctors.consent.userId, hash],
  );
  await db.rows(
    `INSERT INTO signup_confirmations (id, email_index, token_hash, sealed, expires_at) VALUES (gen_random_uuid(), $1, $1, '', ${inAYear})`,
    [hash],
  );
  const center = await db.centerA();
  const doctor = await db.doctor();
  const link = mint.link(consentToken);
  return Object.entries({
    ...{
      center,
      doctor,
      link,
      consent: mint.consent(consentToken, { terms: { days: 7, examTypes: ['ct'] } }),
      open: mint.open(),
    },
    ...{ log: mint.system('log'), support: mint.system('support'), application: mint.system('signup') },
    matching: await db.matching(phoneIndex(testApp.app.context.keys, phoneA)),
    resending: mint.resending(center, { patientId: centerA.patient.id, linkHash: hash }),
    // whoever signs in may name any account
    signIn: mint.signIn({ centerId: centerB.centerId }),
    signedIn: await db.signedIn(await db.userOf(centerA)),
    renewing: await db.renewing(centerA),
    recovery: mint.mailed('recovery', 'a mailed link'),
    signup: mint.mailed('signup', 'a mailed link'),
    resetRequest: resetRequest(centerA.email),
    admin: await db.admin(),
  }).map(([name, scope]) => ({ name, scope, ...(name === 'admin' ? { skipped: aboutAccounts } : {}) }));
}

async function hashTables(db: ApplicationDatabase): Promise<Record<string, unknown>> {
  const own = ['scope_connections', 'scope_keys', 'system_events', 'health_hours', 'health_probes', 'health_states'];
  const tables = await db.rows(
    `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('public', 'keys')
     AND relname <> ALL ($1) ORDER BY 1`,
    [[...own, 'jobs', 'throttles', 'request_counts']],
  );
  const parts = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || coalesce(md5(string_agg(t::text, '' ORDER BY t::text)), '') AS hash FROM ${name} t`,
  );
  const rows = await db.rows(parts.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
