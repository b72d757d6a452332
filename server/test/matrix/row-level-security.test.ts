import { routes } from '@medcloud/contract';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../src/domain/authorization/scope.ts';
import type { CenterPerson, DoctorPerson } from '../../src/domain/authorization/who.ts';
import { prologue, type RowScope } from '../../src/platform/db/row-scope.ts';
import { type CastWorld, openCastWorld } from '../world.ts';

/** Tables that name a tenant and are not guarded, each with its reason. */
const exemptions: Record<string, string> = {
  'public.sessions': 'read by the scope functions themselves, before any scope is known',
};

/** A message to the operator with its answer: the cast has written none. */
async function writeToSupport({ anonymous, cast }: CastWorld): Promise<void> {
  const body = { name: 'Άννα', email: 'anna@example.gr', message: 'Δεν βρίσκω τις εξετάσεις μου.' };
  const { id } = await anonymous.call(routes.support.sendMessage, { body });
  await cast.admin.call(routes.admin.replySupportMessage, { params: { id }, body: { text: 'Τις βρήκαμε.' } });
}
/** Guarded tables that hold nothing yet when everybody has come on stage. */
const emptyInTheCast = ['public.idempotency_keys', 'public.invoices'];

const someone = { email: '', language: 'el', mustChangePassword: false, expiresAt: new Date(0) } as const;

/** T-RLS1: the database's own half of every rule, read from its catalog and tried as the application's role. */
describe('row-level security, by the catalog', () => {
  let world: CastWorld;
  let pool: pg.Pool;
  beforeAll(async () => {
    world = await openCastWorld();
    pool = world.house.portal.db.pool;
    await writeToSupport(world);
  });
  afterAll(() => world.close());

  const rows = async (statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await pool.query(statement, values)).rows;

  const tenantTables = async () =>
    await rows(`
      SELECT DISTINCT n.nspname || '.' || c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS guarded
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^(pg_|information_schema)'
        AND a.attname IN ('center_id', 'patient_id') AND NOT a.attisdropped ORDER BY 1`);
  const guardedTables = async () =>
    (
      await rows(
        `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relrowsecurity ORDER BY 1`,
      )
    ).map(({ name }) => String(name));

  it('guards every table that names a center or a patient, and forces it on the owner too', async () => {
    const found = await tenantTables();
    expect(found.length).toBeGreaterThan(5);
    const open = found.filter(({ guarded }) => !guarded).map(({ name }) => name);
    expect(open).toEqual(Object.keys(exemptions));
    const unforced = await rows('SELECT relname FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity');
    expect(unforced).toEqual([]);
  });

  it('gives the application a role that owns nothing, passes no policy by, and is in no other role', async () => {
    const [role] = await rows(`SELECT rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication, rolcanlogin
      FROM pg_roles WHERE rolname = 'medcloud_app'`);
    expect(new Set(Object.values(role ?? {}))).toEqual(new Set([false]));
    const owned = await rows(`
      SELECT relname AS name FROM pg_class WHERE relowner = 'medcloud_app'::regrole
      UNION ALL SELECT proname FROM pg_proc WHERE proowner = 'medcloud_app'::regrole
      UNION ALL SELECT nspname FROM pg_namespace WHERE nspowner = 'medcloud_app'::regrole
      UNION ALL SELECT datname FROM pg_database WHERE datdba = 'medcloud_app'::regrole`);
    expect(owned).toEqual([]);
    expect(await rows(`SELECT 1 FROM pg_auth_members WHERE member = 'medcloud_app'::regrole`)).toEqual([]);
  });

  it('lets the search role own its functions and no table, and pass no policy by', async () => {
    const [role] = await rows(
      `SELECT rolsuper, rolbypassrls, rolcanlogin FROM pg_roles WHERE rolname = 'medcloud_search'`,
    );
    expect(new Set(Object.values(role ?? {}))).toEqual(new Set([false]));
    expect(await rows(`SELECT relname FROM pg_class WHERE relowner = 'medcloud_search'::regrole`)).toEqual([]);
  });

  it('runs functions with an owner’s rights only on a search path of their own', async () => {
    const definers = await rows(`SELECT proname, proconfig FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE prosecdef AND n.nspname !~ '^pg_' ORDER BY 1`);
    expect(definers.length).toBeGreaterThan(0);
    for (const { proname, proconfig } of definers) expect(proconfig, String(proname)).toEqual(['search_path=public']);
  });

  /** Runs statements in one transaction as the application, and leaves nothing behind. */
  const as = async <T>(scope: RowScope | null, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    try {
      await client.query(scope === null ? 'BEGIN; SET LOCAL ROLE medcloud_app' : prologue(scope, world.clock.offsetMs));
      return await work(client);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  };

  /** How a statement ends for a scope: its count of rows, or PostgreSQL's code. */
  const outcome = async (scope: RowScope | null, statement: string, values: unknown[] = []): Promise<number | string> =>
    await as(scope, async (client) => {
      try {
        return (await client.query(statement, values)).rowCount ?? 0;
      } catch (error) {
        if (error instanceof Error && 'code' in error) return String(error.code);
        throw error;
      }
    });

  const refused = '42501'; // insufficient_privilege: the grant, or a policy's check

  it('shows no row of a guarded table without a scope', async () => {
    for (const table of await guardedTables()) {
      const [kept] = await rows(`SELECT count(*) FROM ${table}`);
      if (!emptyInTheCast.includes(table)) expect(Number(kept?.count), `${table} has rows`).toBeGreaterThan(0);
      expect(await outcome(null, `SELECT 1 FROM ${table}`), table).toBeOneOf([0, refused]);
    }
  });

  const sessionOf = async (column: 'center_id' | 'doctor_id', id: string): Promise<string> => {
    const [session] = await rows(
      `SELECT id FROM sessions WHERE ${column} = $1 AND revoked_at IS NULL ORDER BY created_at DESC LIMIT 1`,
      [id],
    );
    return String(session?.id);
  };
  const centerA = async () => {
    const who = {
      ...someone,
      kind: 'center',
      userId: '',
      centerId: world.cast.centerA.id,
    } satisfies Partial<CenterPerson>;
    return mint.center({ ...who, sessionId: await sessionOf('center_id', world.cast.centerA.id) });
  };
  const doctor = async () => {
    const { id, userId } = world.cast.doctors.noConsent;
    const gates = { isVerified: true, isSubscribed: true };
    const who = { ...someone, ...gates, kind: 'doctor', userId, doctorId: id } satisfies Partial<DoctorPerson>;
    return mint.doctor({ ...who, sessionId: await sessionOf('doctor_id', id) });
  };

  it('shows a center its own rows and none of another’s', async () => {
    const scope = await centerA();
    for (const { name, guarded } of await tenantTables()) {
      if (!guarded || name === 'keys.patient_keys') continue;
      const columns = await rows(
        `SELECT 1 FROM pg_attribute WHERE attrelid = '${name}'::regclass AND attname = 'center_id' AND atttypid = 'uuid'::regtype`,
      );
      if (columns.length === 0) continue;
      expect(
        await outcome(scope, `SELECT 1 FROM ${name} WHERE center_id = $1`, [world.cast.centerB.id]),
        `${name}`,
      ).toBe(0);
    }
    expect(await outcome(scope, 'SELECT 1 FROM patients')).toBe(1);
    expect(await outcome(scope, 'SELECT 1 FROM keys.patient_keys')).toBe(1);
    expect(await outcome(scope, 'SELECT 1 FROM exams')).toBe(1);
  });

  /** An INSERT of a row that is there already (as JSON, $1) under another id, with changes. */
  const copyOf = (table: string, id: string, changes: string) =>
    `INSERT INTO ${table} SELECT r.* FROM jsonb_populate_record(null::${table}, $1::jsonb || jsonb_build_object('id', '${id}'${changes})) r`;

  it('refuses a row that is written for another center, or given away to it', async () => {
    const [scope, { centerA: a, centerB: b }] = [await centerA(), world.cast];
    const fresh = '01990000-0000-7000-8000-000000000001';
    for (const table of ['patients', 'exams', 'exam_objects']) {
      const [foreign] = await rows(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE center_id = $1`, [b.id]);
      const changes = table === 'patients' ? `, 'patient_id', 'P-0000000001'` : '';
      const statement = copyOf(table, fresh, changes);
      expect(await outcome(scope, statement, [JSON.stringify(foreign?.row)]), table).toBe(refused);
    }
    const [own] = await rows('SELECT to_jsonb(t) AS row FROM patients t WHERE center_id = $1', [a.id]);
    const allowed = copyOf('patients', fresh, `, 'patient_id', 'P-0000000001'`);
    expect(await outcome(scope, allowed, [JSON.stringify(own?.row)]), 'its own row is let in').toBe(1);
    expect(await outcome(scope, 'UPDATE patients SET center_id = $1 WHERE center_id = $2', [b.id, a.id])).toBe(refused);
    expect(await outcome(scope, 'UPDATE patients SET last_name = $1 WHERE center_id = $2', ['Α', b.id])).toBe(0);
    expect(await outcome(scope, 'UPDATE exams SET exam_type = $1 WHERE center_id = $2', ['ct', b.id])).toBe(0);
  });

  it('refuses a grant that a doctor writes, and a code in another doctor’s name', async () => {
    const scope = await doctor();
    const [grant] = await rows('SELECT to_jsonb(t) AS row FROM patient_access t WHERE doctor_id = $1', [
      world.cast.doctors.consent.id,
    ]);
    const fresh = '01990000-0000-7000-8000-000000000002';
    const own = `, 'doctor_id', '${scope.doctorId}', 'access_token', '${fresh}'`;
    const insert = copyOf('patient_access', fresh, own);
    for (const each of [scope, mint.matching(scope)])
      expect(await outcome(each, insert, [JSON.stringify(grant?.row)])).toBe(refused);
    const [code] = await rows('SELECT to_jsonb(t) AS row FROM otp_verifications t WHERE doctor_id = $1', [
      world.cast.doctors.consent.id,
    ]);
    expect(await outcome(scope, copyOf('otp_verifications', fresh, ''), [JSON.stringify(code?.row)])).toBe(refused);
    expect(await outcome(scope, `UPDATE patient_access SET status = 'granted'`)).toBe(0);
  });

  it('shows the inbox to the administrator, and to nobody else', async () => {
    const statements = ['SELECT 1 FROM support_messages', 'SELECT 1 FROM support_replies'];
    const scopes = [null, await centerA(), await doctor(), mint.system('outbox'), mint.system('signup')];
    for (const statement of statements)
      for (const scope of scopes) expect(await outcome(scope, statement), statement).toBe(0);
    const change = `UPDATE support_messages SET state = 'answered'`;
    for (const scope of [...scopes, mint.system('support')]) expect(await outcome(scope, change)).toBe(0);
    const [session] = await rows(`SELECT id FROM sessions WHERE role = 'admin' AND revoked_at IS NULL LIMIT 1`);
    const admin = mint.admin({ ...someone, kind: 'admin', userId: '', sessionId: String(session?.id) });
    for (const statement of [...statements, change]) expect(await outcome(admin, statement), statement).toBe(1);
  });

  it('shows the system log and the delivery of messages to the administrator alone, and no decoy', async () => {
    const [session] = await rows(`SELECT id FROM sessions WHERE role = 'admin' AND revoked_at IS NULL LIMIT 1`);
    const admin = mint.admin({ ...someone, kind: 'admin', userId: '', sessionId: String(session?.id) });
    const log = 'SELECT 1 FROM system_events';
    const outbox = 'SELECT 1 FROM outbox_messages';
    for (const scope of [null, await centerA(), await doctor(), mint.system('log'), mint.system('health')])
      for (const statement of [log, outbox]) expect(await outcome(scope, statement), statement).toBe(0);
    for (const statement of [log, outbox]) expect(await outcome(admin, statement), statement).toBeGreaterThan(0);
    await pool.query(
      `INSERT INTO outbox_messages (id, channel, kind, state) SELECT id, 'sms', 'code', 'decoy' FROM users LIMIT 1`,
    );
    expect(await outcome(admin, `${outbox} WHERE state = 'decoy'`)).toBe(0);
    for (const statement of [`UPDATE system_events SET level = 'info'`, 'DELETE FROM system_events'])
      expect(await outcome(admin, statement), statement).toBe(refused);
  });

  it('lets nobody change or remove what was audited', async () => {
    for (const scope of [null, await centerA(), await doctor(), mint.system('outbox'), mint.system('start')]) {
      expect(await outcome(scope, `UPDATE audit_events SET event = 'nothing'`)).toBe(refused);
      expect(await outcome(scope, 'DELETE FROM audit_events')).toBe(refused);
      expect(await outcome(scope, 'TRUNCATE audit_events')).toBe(refused);
    }
  });

  it('lets the application remove no row of a guarded table', async () => {
    const scope = await centerA();
    for (const table of await guardedTables())
      expect(await outcome(scope, `DELETE FROM ${table}`), table).toBe(refused);
  });

  it.each(['COMMIT', 'ROLLBACK'])('forgets role and scope after %s', async (end) => {
    const client = await pool.connect();
    const facts = `SELECT current_user AS who, coalesce(current_setting('medcloud.session', true), '')
      || coalesce(current_setting('medcloud.link', true), '') || coalesce(current_setting('medcloud.system', true), '') AS scope`;
    try {
      await client.query(prologue(mint.matching(await doctor()), 0));
      const [during] = (await client.query(facts)).rows;
      expect(during).toMatchObject({ who: 'medcloud_app', scope: expect.stringMatching(/matching$/) });
      await client.query(end);
      const [after] = (await client.query(facts)).rows;
      expect(after).toMatchObject({ scope: '' });
      expect(after).not.toMatchObject({ who: 'medcloud_app' });
    } finally {
      client.release();
    }
  });
});
