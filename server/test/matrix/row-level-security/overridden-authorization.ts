import { afterAll, beforeAll, expect } from 'vitest';
import { selectByTurn } from '../../harness/depth.ts';
import { type CenterFixture, phoneA, phoneB } from '../../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { createUpload, examFields } from '../../harness/tus.ts';
import { indexExams } from '../../imaging/index-exams.ts';
import { createActiveGrants } from '../create-active-grants.ts';
import { MatrixFixture, type SignedActor } from '../matrix-fixture.ts';
import type { RequestSpec, TestResponse } from '../send.ts';
import { type ForeignTenant, OverridableAuthorization } from './overridable-authorization.ts';
import {
  destructiveRequests,
  dicomWebRequests,
  identifiersOf,
  type TenantResources,
  tenantRequests,
} from './tenant-requests.ts';

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

/** A portal whose authorization can be told to lie, and what may be harmed in it. */
export interface OverriddenAppFixture {
  authorization: OverridableAuthorization;
  testApp: TestAppWithFixtures;
  matrixFixture: MatrixFixture;
  resources: TenantResources;
}

/** Opens one for the tests around it. */
export function createOverriddenAppFixture(): () => OverriddenAppFixture {
  let opened: OverriddenAppFixture | undefined;
  beforeAll(async () => {
    const authorization = new OverridableAuthorization();
    const testApp = await startTestAppWithFixtures({ overrides: { authorization: authorization }, connections: 4 });
    await indexExams(testApp);
    const uploads = new Map<string, string>();
    for (const { id, client, patient } of [testApp.fixtures.centerA, testApp.fixtures.centerB])
      uploads.set(id, await createUpload(client, 1_000, examFields(patient.patientId)));
    const grants = await createActiveGrants(testApp, 'Holder');
    opened = { authorization, testApp, matrixFixture: new MatrixFixture(testApp), resources: { uploads, grants } };
  });
  afterAll(async () => {
    opened?.matrixFixture.close();
    await opened?.testApp.close();
  });
  return () => {
    if (opened === undefined) throw new Error('The world did not open.');
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

/** About whom a lie is told: each caller gets one of the caller’s lies in `npm test`, the next caller the next one; all in the deep run. */
export function callersOf(...[kind, tenant]: OverrideCase): CallerName[] {
  return callers.filter((caller, turn) => {
    const own = overrideCases.filter((overrideCase) => isDistinctOverride(caller, overrideCase[0], overrideCase[1]));
    return selectByTurn(turn, own).some((overrideCase) => overrideCase[0] === kind && overrideCase[1] === tenant);
  });
}

/** Sends a caller's requests to every data route while the portal is told a lie: nothing of a stranger's is given, and nothing changes. */
export async function expectNoLeak(
  { testApp, matrixFixture, authorization, resources }: OverriddenAppFixture,
  caller: CallerName,
  [kind, tenant]: OverrideCase,
): Promise<void> {
  const client = await matrixFixture.client(caller);
  const strangers = strangersOf(testApp, caller);
  const before = await hashTenantRows(matrixFixture, strangers);
  authorization.setOverride({ kind, foreign: foreignTenantFor(testApp, caller, tenant) });
  const statuses: number[] = [];
  try {
    const destructive = strangers.flatMap(({ center, seed }) => [
      ...destructiveRequests(center, resources),
      ...dicomWebRequests(center, seed),
    ]);
    for (const request of shareOf(caller, [...tenantRequests(testApp), ...destructive])) {
      const headers = { ...client.credentials('bearer'), ...request.headers };
      const response = await matrixFixture.send({ ...request, headers });
      statuses.push(response.status);
      expectNoIdentifiers(strangers, response, request);
    }
  } finally {
    authorization.setOverride({ kind: 'honest' });
  }
  expect(statuses, 'the lie reached the routes').toContain(200);
  expect(await hashTenantRows(matrixFixture, strangers)).toEqual(before);
}

/** What a caller sends: in `npm test` a center all of it, and each doctor a third, the next doctor the next one. */
function shareOf(caller: CallerName, requests: readonly RequestSpec[]): readonly RequestSpec[] {
  if (caller.startsWith('center')) return requests;
  const thirds = [0, 1, 2].map((third) => requests.filter((_, index) => index % 3 === third));
  return selectByTurn(callers.indexOf(caller), thirds).flat();
}

/** Which tenants are strangers to a caller: all but a center's own, and but that of a patient who consented. */
function strangersOf(
  { fixtures }: TestAppWithFixtures,
  caller: CallerName,
): { center: CenterFixture; phone: string; seed: number }[] {
  const a = { center: fixtures.centerA, phone: phoneA, seed: 1 };
  const b = { center: fixtures.centerB, phone: phoneB, seed: 2 };
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

function expectNoIdentifiers(
  strangers: { center: CenterFixture; phone: string }[],
  response: TestResponse,
  request: RequestSpec,
): void {
  const seen = JSON.stringify(response.headers) + response.text;
  for (const { center, phone } of strangers)
    for (const identifier of identifiersOf(center, phone))
      expect(seen, `${request.method} ${request.path}`).not.toContain(identifier);
}

/** How many rows of each kind there are of the strangers: a lie must not add, change or remove one. */
async function hashTenantRows(
  matrixFixture: MatrixFixture,
  strangers: { center: CenterFixture }[],
): Promise<unknown[]> {
  const centers = strangers.map(({ center }) => center.id);
  return await Promise.all(
    ['patients', 'exams', 'exam_objects', 'uploads', 'patient_access'].map((table) =>
      matrixFixture.sql(
        `SELECT md5(string_agg(t::text, '|' ORDER BY t.id)) AS hash FROM ${table} t WHERE center_id = ANY ($1)`,
        [centers],
      ),
    ),
  );
}
