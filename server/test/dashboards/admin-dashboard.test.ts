import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCenter, makeDoctor, phoneA, signInAdmin, signupForm } from '../harness/cast.ts';
import type { Client } from '../harness/client.ts';
import { adminLogin, openWorld, type World } from '../harness/world.ts';

const dayMs = 86_400_000;

describe('the administrator’s figures', () => {
  let world: World;
  let admin: Client;
  beforeAll(async () => {
    world = await openWorld();
    admin = await signInAdmin(world);
  });
  afterAll(() => world.close());

  it('counts all that is there, and what came in the last seven days', async () => {
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: phoneA };
    await makeCenter(world, admin, plan);
    await makeDoctor(world, admin, 'Verified');
    await world.anonymous.call(routes.auth.doctorSignup, { body: signupForm('Pending') });
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
    world.pass(7 * dayMs + 60_000);
    await admin.signIn(routes.auth.adminLogin.path, adminLogin);
    expect(await admin.call(routes.admin.dashboard, {})).toEqual({
      ...totals,
      thisWeek: { users: 0, medicalCenters: 0, doctors: 0 },
    });
  });
});
