import { afterAll, beforeAll, expect } from 'vitest';
import { selectByTurn } from '../../harness/depth.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { indexExams } from '../../imaging/index-exams.ts';
import type { SignedActor } from '../matrix-accounts.ts';
import { MatrixFixture } from '../matrix-fixture.ts';
import type { RequestSpec, TestResponse } from '../send.ts';
import { createTenants, type Tenant, type Tenants } from '../tenants.ts';
import { type ForeignTenant, OverridableAuthorization } from './overridable-authorization.ts';
import { destructiveRequests, dicomWebRequests, identifiersOf, tenantRequests } from './tenant-requests.ts';

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

/** A portal whose authorization can be overridden, with both tenants. */
export interface OverriddenAppFixture {
  authorization: OverridableAuthorization;
  testApp: TestAppWithFixtures;
  matrixFixture: MatrixFixture;
  tenants: Tenants;
}

/** Starts the portal before the surrounding tests. Returns a function that gets the fixture. */
export function createOverriddenAppFixture(): () => OverriddenAppFixture {
  let opened: OverriddenAppFixture | undefined;
  beforeAll(async () => {
    const authorization = new OverridableAuthorization();
    const testApp = await startTestAppWithFixtures({ overrides: { authorization: authorization }, connections: 4 });
    await indexExams(testApp);
    const tenants = await createTenants(testApp, 'Holder');
    opened = { authorization, testApp, matrixFixture: new MatrixFixture(testApp), tenants };
  });
  afterAll(async () => {
    opened?.matrixFixture.close();
    await opened?.testApp.close();
  });
  return () => {
    if (opened === undefined) throw new Error('The test app did not start.');
    return opened;
  };
}

export const overrideCases = [
  ['foreign', 'A'],
  ['foreign', 'B'],
  ['unchecked', 'A'],
  ['unchecked', 'B'],
] as const;
type OverrideCase = (typeof overrideCases)[number];

/** Returns the callers of an override case: in `npm test` one case per caller, in rotation; all in the deep run. */
export function callersOf(...[kind, tenant]: OverrideCase): CallerName[] {
  return callers.filter((caller, turn) => {
    const own = overrideCases.filter((overrideCase) => isDistinctOverride(caller, overrideCase[0], overrideCase[1]));
    return selectByTurn(turn, own).some((overrideCase) => overrideCase[0] === kind && overrideCase[1] === tenant);
  });
}

/**
 * Sends a caller's requests to every data route with an override. Expects no data of other tenants and no change of it.
 */
export async function expectNoLeak(
  { testApp, matrixFixture, authorization, tenants }: OverriddenAppFixture,
  caller: CallerName,
  [kind, tenant]: OverrideCase,
): Promise<void> {
  const client = await matrixFixture.client(caller);
  const otherTenants = otherTenantsOf(tenants, caller);
  const before = await hashTenantRows(matrixFixture, otherTenants);
  authorization.setOverride({ kind, foreign: foreignTenantFor(testApp, caller, tenant) });
  const statuses: number[] = [];
  try {
    const destructive = otherTenants.flatMap((tenant) => [...destructiveRequests(tenant), ...dicomWebRequests(tenant)]);
    for (const request of shareOf(caller, [...tenantRequests(tenants), ...destructive])) {
      const headers = { ...client.credentials('bearer'), ...request.headers };
      const response = await matrixFixture.send({ ...request, headers });
      statuses.push(response.status);
      expectNoIdentifiers(otherTenants, response, request);
    }
  } finally {
    authorization.setOverride({ kind: 'honest' });
  }
  expect(statuses, 'the override reached the routes').toContain(200);
  expect(await hashTenantRows(matrixFixture, otherTenants)).toEqual(before);
}

/**
 * Returns a caller's requests: in `npm test` half for each of the two centers, and a third for each doctor, in rotation.
 */
function shareOf(caller: CallerName, requests: readonly RequestSpec[]): readonly RequestSpec[] {
  const count = caller.startsWith('center') ? 2 : 3;
  const shares = Array.from({ length: count }, (_, share) => requests.filter((_, index) => index % count === share));
  return selectByTurn(callers.indexOf(caller), shares).flat();
}

/** Returns the tenants that a caller must not see: all except a center's own and that of a patient who consented. */
function otherTenantsOf({ a, b }: Tenants, caller: CallerName): Tenant[] {
  switch (caller) {
    case 'center_b':
      return [a];
    case 'center_a':
    case 'doctor_consent':
    // The application checks the subscription; the patient's consent is active.
    case 'doctor_unsubscribed':
      return [b];
    default:
      return [a, b];
  }
}

/**
 * Checks whether a case gives the caller a scope that no other case gives. An unchecked center keeps its own scope, and
 * its own tenant is no override. A doctor's foreign scope is another doctor's, independent of the center.
 */
function isDistinctOverride(caller: CallerName, kind: 'foreign' | 'unchecked', tenant: 'A' | 'B'): boolean {
  switch (caller) {
    case 'center_a':
      return tenant === 'B';
    case 'center_b':
      return tenant === 'A';
    default:
      return kind === 'unchecked' || tenant === 'A';
  }
}

export function foreignTenantFor(
  { fixtures }: TestAppWithFixtures,
  caller: CallerName,
  tenant: 'A' | 'B',
): ForeignTenant {
  return {
    centerId: (tenant === 'A' ? fixtures.centerA : fixtures.centerB).id,
    doctorId: (caller === 'doctor_consent' ? fixtures.doctors.noConsent : fixtures.doctors.consent).id,
  };
}

function expectNoIdentifiers(otherTenants: Tenant[], response: TestResponse, request: RequestSpec): void {
  const seen = JSON.stringify(response.headers) + response.text;
  for (const { center, phone } of otherTenants)
    for (const identifier of identifiersOf(center, phone))
      expect(seen, `${request.method} ${request.path}`).not.toContain(identifier);
}

/** Hashes the tenants' rows of each table. An override must not add, change or remove one. */
async function hashTenantRows(matrixFixture: MatrixFixture, tenants: Tenant[]): Promise<unknown[]> {
  const centers = tenants.map(({ center }) => center.id);
  return await Promise.all(
    ['patients', 'exams', 'exam_objects', 'uploads', 'patient_access'].map((table) =>
      matrixFixture.sql(
        `SELECT md5(string_agg(t::text, '|' ORDER BY t.id)) AS hash FROM ${table} t WHERE center_id = ANY ($1)`,
        [centers],
      ),
    ),
  );
}
