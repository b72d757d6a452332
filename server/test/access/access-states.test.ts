import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeActiveGrant } from '../../src/domain/access/grants/store.ts';
import { denyAccess, grantAccess, replaceGrants, revokeAccess } from '../../src/domain/access/links/store.ts';
import { cancelRequestsOfDoctor } from '../../src/domain/access/requests/on-doctor-suspended-or-rejected.ts';
import { cancelRequestsOnPhoneChange } from '../../src/domain/access/requests/on-patient-phone-changed.ts';
import { accessTransitions, getEffectiveStatus } from '../../src/domain/access/states.ts';
import { consentScope, linkScope } from '../../src/domain/authorization/authorize.ts';
import type { Tx } from '../../src/domain/database.ts';
import type { RowScope } from '../../src/platform/db/row-scope.ts';
import { phoneA, requestConsentLink } from '../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { listStatePairs, listUnpairedActs } from '../harness/state-pairs.ts';
import { ApplicationDatabase } from '../matrix/row-level-security/application-database.ts';

const dayMs = 86_400_000;
const terms = { days: 7, scope: null, language: 'el', textVersion: '1', textHash: Buffer.alloc(32) } as const;

describe('accessTransitions', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  /** The access that the acts change. */
  let access: { id: string; requestId: string; doctorId: string; patientId: string; centerId: string };
  /** Token of a later pending request of the same doctor for the same patient: its grant replaces the first one. */
  let laterToken: string;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
    const doctor = testApp.fixtures.doctors.consent;
    const { rows } = await testApp.superuser.query(
      `SELECT id, request_id AS "requestId", doctor_id AS "doctorId", patient_id AS "patientId", center_id AS "centerId"
       FROM patient_access WHERE doctor_id = $1`,
      [doctor.id],
    );
    access = rows[0];
    laterToken = await requestConsentLink(testApp, doctor, phoneA);
    // just sent: a grant needs no code
    await db.rows('UPDATE consent_links SET created_at = $1', [testApp.clock.now()]);
  });
  afterAll(() => testApp.close());

  const tomorrow = () => new Date(testApp.clock.now().getTime() + dayMs);
  const yesterday = () => new Date(testApp.clock.now().getTime() - dayMs);
  const as =
    (scope: () => RowScope | Promise<RowScope>, act: (tx: Tx) => Promise<unknown>): (() => Promise<unknown>) =>
    async () =>
      testApp.app.context.db.within(await scope(), act);
  const patient = () => linkScope(testApp.fixtures.consentToken);
  const center = () => db.centerA();
  const doctor = () => db.doctor(testApp.fixtures.doctors.consent);
  const admin = () => db.admin();
  const acts: Record<string, () => Promise<unknown>> = {
    grant: as(
      () => consentScope(testApp.fixtures.consentToken, { terms: { days: terms.days, examTypes: terms.scope } }),
      (tx) => grantAccess(tx, access.requestId, [access.patientId], { ...terms, tellLooks: false }),
    ),
    deny: as(patient, (tx) => denyAccess(tx, access.requestId, [access.patientId])),
    'revoke (patient)': as(patient, (tx) => revokeAccess(tx, access.requestId, [access.patientId])),
    replace: as(
      () => consentScope(laterToken, {}),
      (tx) => replaceGrants(tx, access.doctorId, [access.patientId]),
    ),
    unlink: as(center, (tx) => cancelRequestsOnPhoneChange(tx, access)),
    cancel: as(admin, (tx) => cancelRequestsOfDoctor(tx, { ...access, userId: '' })),
    'revoke (center)': as(center, (tx) => revokeActiveGrant(tx, access.id, 'asked')),
    'revoke (doctor)': as(doctor, (tx) => revokeActiveGrant(tx, access.id, null)),
    'revoke (admin)': as(admin, (tx) => revokeActiveGrant(tx, access.id, 'misuse')),
    expire: () => db.rows('UPDATE patient_access SET expires_at = $2 WHERE id = $1', [access.id, yesterday()]),
  };
  const setState = async (status: string, expiresAt: Date) => {
    const reset = `UPDATE patient_access SET status = $2, expires_at = $3, unlinked_at = NULL, ended_at = NULL, ended_by = NULL,
      end_reason = NULL, granted_at = app_now(), text_hash = $4`;
    await db.rows(`${reset} WHERE id = $1`, [access.id, status, expiresAt, terms.textHash]);
    const later = [access.id, 'pending', tomorrow(), terms.textHash, access.doctorId];
    await db.rows(`${reset} WHERE id <> $1 AND doctor_id = $5`, later);
  };
  const findRow = async () => {
    const { rows } = await testApp.superuser.query(
      'SELECT status, expires_at AS "expiresAt", ended_by AS "endedBy" FROM patient_access WHERE id = $1',
      [access.id],
    );
    return rows[0];
  };
  const pairs = listStatePairs(accessTransitions, acts);

  it('names every act that the database is asked for, and no other', () => {
    expect(listUnpairedActs(accessTransitions, acts)).toEqual([]);
  });

  it.each(pairs)('leads from $from by $name to $targets in the database', async ({ from, name, targets }) => {
    await setState(from, tomorrow());
    await acts[name]?.();
    const row = await findRow();
    expect(getEffectiveStatus(row, testApp.clock.now())).toBe(targets[0]);
    const endedBy = targets[0] === from ? undefined : /revoke \((center|doctor|admin)\)/.exec(name)?.[1];
    expect(row.endedBy).toBe(endedBy ?? null);
  });

  const expiredPairs = pairs.filter(({ from }) => from === 'pending' || from === 'granted');
  it.each(expiredPairs)('keeps an expired $from expired, whatever $name asks', async ({ from, name }) => {
    await setState(from, yesterday());
    await acts[name]?.();
    const row = await findRow();
    expect(getEffectiveStatus(row, testApp.clock.now())).toBe('expired');
    expect(row.endedBy).toBeNull();
  });
});
