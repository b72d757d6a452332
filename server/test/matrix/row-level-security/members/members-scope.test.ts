import { routes } from '@medcloud/contract';
import { centerPermissions, centerRoles } from '@medcloud/contract/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RowScope } from '../../../../src/platform/db/row-scope.ts';
import { insufficientPrivilege } from '../application-database.ts';
import { createMemberDatabase, people } from './member-database.ts';

/** What a member's role opens, by the database alone. */
describe('the scope of a member', () => {
  const get = createMemberDatabase();
  let otherPatient = '';
  beforeAll(async () => {
    const { testApp, db } = get();
    const body = { firstName: 'Άννα', lastName: 'Άλλη', dateOfBirth: '1961-02-03', gender: 'Female' } as const;
    const { patientId } = await testApp.fixtures.centerA.client.call(routes.center.registerPatient, { body });
    const [row] = await db.rows('SELECT id FROM patients WHERE patient_id = $1', [patientId]);
    otherPatient = String(row?.id);
  });

  const clinical = ['owner', 'technician', 'secretary', 'radiologist'];
  /** Tables with rows of center A. */
  const records = [...['patients', 'keys.patient_keys', 'exams', 'exam_objects', 'patient_access', 'audit_events']];

  it('opens patients, exams, keys and grants to the roles that treat them, and not to who was suspended or left', async () => {
    const { db, scopeOf } = get();
    for (const person of people)
      for (const table of records) {
        const seen = await db.outcome(await scopeOf(person), `SELECT 1 FROM ${table}`);
        if (clinical.includes(person)) expect(seen, `${person} ${table}`).toBeGreaterThan(0);
        else expect(seen, `${person} ${table}`).toBe(0);
      }
    const rest = [
      'access_requests',
      'uploads',
      'consent_links',
      'studies',
      'series',
      'annotation_sets',
      'upload_days',
      'access_counts',
    ];
    for (const person of ['billing', 'suspended', 'ended'] as const)
      for (const table of rest)
        expect(await db.outcome(await scopeOf(person), `SELECT 1 FROM ${table}`), `${person} ${table}`).toBe(0);
    for (const person of ['suspended', 'ended'] as const)
      for (const table of ['center_members', 'center_figures', 'medical_centers'])
        expect(await db.outcome(await scopeOf(person), `SELECT 1 FROM ${table}`), `${person} ${table}`).toBe(0);
    expect(await db.outcome(null, 'SELECT 1 FROM center_members')).toBe(0);
  });

  it('finds no patient and no exam for billing by a function of the owner’s rights', async () => {
    const { testApp, db, scopeOf, members } = get();
    const { id, examId } = testApp.fixtures.centerA;
    const [session] = await db.rows('SELECT bearer_hash AS hash FROM sessions WHERE member_id = $1', [
      members.billing.member.id,
    ]);
    for (const [statement, values] of [
      [`SELECT 1 FROM search_exams($1, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10)`, [id]],
      [`SELECT 1 FROM studies_by_name($1, '[]', 10)`, [id]],
      ['SELECT 1 FROM find_session_and_exam($1, $1, $2) WHERE exam_id IS NOT NULL', [session?.hash, examId]],
    ] as const)
      expect(await db.outcome(await scopeOf('billing'), statement, [...values]), statement).toBe(0);
  });

  it('withdraws, moves and confirms exams and ends grants as the role allows', async () => {
    const { testApp, db, scopeOf } = get();
    const { examId, id } = testApp.fixtures.centerA;
    const [grant] = await db.rows(
      `SELECT id FROM patient_access WHERE center_id = $1 AND status = 'granted' AND expires_at > app_now() LIMIT 1`,
      [id],
    );
    const setExam = (change: string) => `UPDATE exams SET ${change} WHERE id = '${examId}'`;
    const acts: Record<string, readonly string[]> = {
      [setExam(`status = 'withdrawn'`)]: ['owner', 'radiologist'],
      [setExam(`status = 'withdrawn', confirmed_doubts = '{name}'`)]: ['owner', 'radiologist'],
      [setExam(`patient_id = '${otherPatient}'`)]: ['owner', 'technician'],
      [setExam(`patient_id = '${otherPatient}', status = 'withdrawn'`)]: ['owner'],
      [setExam(`status = 'needs-attention'`)]: ['owner', 'technician', 'radiologist'],
      [setExam(`status_reason = '{"confirmed": true}'`)]: ['owner', 'technician', 'radiologist'],
      [setExam(`confirmed_doubts = '{name}'`)]: ['owner', 'technician', 'radiologist'],
      [setExam('awaits_comparison = NOT awaits_comparison')]: ['owner', 'technician', 'radiologist'],
      [`SELECT 1 WHERE end_grant('${grant?.id}', 'other')`]: ['owner', 'secretary'],
      'UPDATE medical_centers SET own_viewing_days = 3': ['owner'],
    };
    for (const [statement, roles] of Object.entries(acts))
      for (const person of people) {
        const outcome = await db.outcome(await scopeOf(person), statement);
        if (roles.includes(person)) expect(outcome, `${person}: ${statement}`).toBe(1);
        else expect(outcome, `${person}: ${statement}`).toBeOneOf([0, insufficientPrivilege]);
      }
    // the center's own account, and the indexing, are no members
    expect(await db.outcome(await db.centerA(), setExam(`status = 'withdrawn'`))).toBe(1);
  });

  it('shows the settings to who manages them, who alone changes those of the own center', async () => {
    const { testApp, db, scopeOf } = get();
    const { centerA, centerB } = testApp.fixtures;
    const insert = 'INSERT INTO center_settings (center_id, idle_minutes) VALUES ($1, 5)';
    for (const person of people) {
      const outcome = await db.outcome(await scopeOf(person), insert, [centerA.id]);
      expect(outcome, person).toBe(person === 'owner' ? 1 : insufficientPrivilege);
      expect(await db.outcome(await scopeOf(person), insert, [centerB.id]), person).toBe(insufficientPrivilege);
    }
    for (const center of [centerA, centerB]) await db.rows(insert, [center.id]);
    for (const statement of [
      'UPDATE center_settings SET idle_minutes = 30',
      'UPDATE center_settings SET second_factor_from = app_now()::date',
      'SELECT 1 FROM center_settings',
      'SELECT 1 FROM members_without_factor() WHERE member_id IS NULL',
    ]) {
      for (const person of people)
        expect(await db.outcome(await scopeOf(person), statement), `${person}: ${statement}`).toBe(
          person === 'owner' ? 1 : 0,
        );
      expect(await db.outcome(await db.centerA(), statement), statement).toBe(1);
      expect(await db.outcome(await db.doctor(), statement), statement).toBe(0);
    }
    const remove = 'DELETE FROM center_settings';
    expect(await db.outcome(await scopeOf('owner'), remove)).toBe(insufficientPrivilege);
  });

  it('reads the center’s billing account for who pays, and changes nothing of its sign-in', async () => {
    const { testApp, db, scopeOf } = get();
    const { id, email } = testApp.fixtures.centerA;
    const owner = await db.userOf({ id });
    for (const person of people)
      expect(
        await db.outcome(await scopeOf(person), 'SELECT 1 FROM users WHERE id = $1', [owner]),
        `${person} sees ${email}`,
      ).toBe(person === 'billing' || person === 'owner' ? 1 : 0);
    for (const change of [
      `email = 'thief@example.gr'`,
      `password_hash = 'x'`,
      'must_change_password = NOT must_change_password',
      `language = CASE language WHEN 'en' THEN 'el' ELSE 'en' END`,
      'disabled_at = app_now()',
      'closed_at = app_now()',
      'held_at = app_now()',
      `viewer_settings = '{}'`,
      `subscription_status = CASE subscription_status WHEN 'active' THEN 'inactive' ELSE 'active' END`,
      `subscription_end_date = '2099-01-01'`,
      `factor_due_on = '2099-01-01'`,
    ])
      for (const person of ['owner', 'billing', 'technician'] as const)
        expect(
          await db.outcome(await scopeOf(person), `UPDATE users SET ${change} WHERE id = $1`, [owner]),
          `${person}: ${change}`,
        ).toBeOneOf([0, insufficientPrivilege]);
    for (const table of ['sessions', 'api_tokens', 'passkeys', 'totp_secrets', 'recovery_codes', 'sign_in_challenges'])
      expect(
        await db.outcome(await scopeOf('owner'), `SELECT 1 FROM ${table} WHERE user_id = $1`, [owner]),
        table,
      ).toBeOneOf([0, insufficientPrivilege]);
  });

  it('asks for the same permissions as the contract', async () => {
    const { db, scopeOf } = get();
    const [row] = await db.rows(`SELECT pg_get_functiondef('scope_may(text)'::regprocedure) AS source`);
    const named = [...String(row?.source).matchAll(/WHEN '([^']+)'/g)].map(([, name]) => String(name));
    expect(named).not.toEqual([]);
    expect(Object.keys(centerPermissions)).toEqual(expect.arrayContaining(named));
    const asked = await db.rows(
      `SELECT DISTINCT m[1] AS name FROM (
         SELECT prosrc AS text FROM pg_proc WHERE pronamespace = 'public'::regnamespace
         UNION ALL SELECT concat(qual, ' ', with_check) FROM pg_policies) s, regexp_matches(s.text, 'scope_may\\(''([a-z.]+)''', 'g') m`,
    );
    expect(named, 'each permission that a rule asks for').toEqual(
      expect.arrayContaining(asked.map(({ name }) => String(name))),
    );
    const may = async (scope: RowScope, name: string) =>
      (await db.outcome(scope, 'SELECT 1 WHERE scope_may($1)', [name])) === 1;
    for (const [name, roles] of Object.entries(centerPermissions).filter(([each]) => named.includes(each))) {
      const allowed: readonly string[] = roles;
      for (const role of centerRoles)
        expect(await may(await scopeOf(role), name), `${role} ${name}`).toBe(allowed.includes(role));
      expect(await may(await db.centerA(), name)).toBe(true);
      for (const scope of [await scopeOf('suspended'), await scopeOf('ended'), await db.doctor()])
        expect(await may(scope, name), name).toBe(false);
    }
    expect(await may(await scopeOf('owner'), 'unknown')).toBe(false);
  });
});
