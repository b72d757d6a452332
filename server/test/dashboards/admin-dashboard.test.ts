import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import { createCenter, createDoctor, phoneA, signInAdmin, signupForm } from '../harness/fixtures.ts';
import { adminLogin, startTestApp, type TestApp } from '../harness/start-test-app.ts';

const dayMs = 86_400_000;

describe('GET /api/admin/dashboard', () => {
  let testApp: TestApp;
  let admin: Client;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
  });
  afterAll(() => testApp.close());

  it('counts everything, and what was added in the last seven days', async () => {
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: phoneA };
    await createCenter(testApp, admin, plan);
    await createDoctor(testApp, admin, 'Verified');
    await testApp.anonymous.call(routes.auth.doctorSignup, { body: signupForm('Pending') });
    const totals = {
      totalUsers: 4,
      totalMedicalCenters: 1,
      totalDoctors: 1,
      totalPatients: 1,
      totalExams: 1,
      pendingDoctors: 1,
    };
    expect(await admin.call(routes.admin.dashboard, {})).toEqual({
      ...totals,
      thisWeek: { users: 4, medicalCenters: 1, doctors: 1 },
    });
    testApp.advanceClock(7 * dayMs + 60_000);
    await admin.signIn(routes.auth.adminLogin.path, adminLogin);
    expect(await admin.call(routes.admin.dashboard, {})).toEqual({
      ...totals,
      thisWeek: { users: 0, medicalCenters: 0, doctors: 0 },
    });
  });
});
