import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';

describe('unverified doctor', () => {
  let testApp: TestApp;
  let doctor: DoctorFixture;
  beforeAll(async () => {
    testApp = await startTestApp();
    doctor = await createDoctor(testApp, await signInAdmin(testApp), 'unverified');
  });
  afterAll(() => testApp.close());

  it.each([
    ['requests access', 'POST', routes.doctor.requestPatientAccess.path, { patientPhone: '+306900000001' }],
    ['lists patients', 'GET', routes.doctor.accessiblePatients.path, undefined],
    ['lists requests', 'GET', routes.doctor.requests.path, undefined],
    ['downloads an exam', 'GET', '/api/download/018f0000-0000-7000-8000-000000000000', undefined],
  ] as const)('gets 403 when it %s', async (_what, method, path, body) => {
    const response = await (body ? doctor.client.json(method, path, body) : doctor.client.raw(method, path));
    expect(response.status).toBe(403);
  });
});
