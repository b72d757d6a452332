import { routes } from '@medcloud/contract';
import { type CenterFixture, createDoctor, phoneA, phoneB, requestAndRespond } from '../harness/fixtures.ts';
import type { TestAppWithFixtures } from '../harness/start-test-app.ts';
import { createUpload, examFields } from '../harness/tus.ts';

/** A center with its patient's phone, the seed of its exam's file, an open upload, a grant on the patient, and an invited member. */
export interface Tenant {
  center: CenterFixture;
  phone: string;
  seed: number;
  uploadId: string;
  grantId: string;
  memberId: string;
}

export interface Tenants {
  a: Tenant;
  b: Tenant;
}

/** Returns both centers. `unsubscribed` holds the grant of center A, a new doctor that of center B. */
export async function createTenants(testApp: TestAppWithFixtures, doctorName: string): Promise<Tenants> {
  const { admin, centerA, centerB, doctors } = testApp.fixtures;
  const holder = await createDoctor(testApp, admin, doctorName);
  await requestAndRespond(testApp, holder, phoneB, 'grant');
  const { rows } = await testApp.superuser.query<{ center_id: string; id: string }>(
    `SELECT center_id, id FROM patient_access WHERE status = 'granted' AND doctor_id = ANY ($1)`,
    [[holder.id, doctors.unsubscribed.id]],
  );
  const withObjects = async (center: CenterFixture, phone: string, seed: number): Promise<Tenant> => {
    const uploadPath = await createUpload(center.client, 1_000, examFields(center.patient.patientId));
    const grantId = rows.find((row) => row.center_id === center.id)?.id;
    if (grantId === undefined) throw new Error('A center has no active grant.');
    const invited = { email: `member${seed}@example.gr`, displayName: 'Μέλος', username: `member${seed}` };
    const member = await center.client.call(routes.team.inviteMember, { body: { ...invited, roles: ['technician'] } });
    return { center, phone, seed, uploadId: uploadPath.split('/').at(-1) ?? '', grantId, memberId: member.id };
  };
  return { a: await withObjects(centerA, phoneA, 1), b: await withObjects(centerB, phoneB, 2) };
}
