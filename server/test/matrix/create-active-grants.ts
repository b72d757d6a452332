import { createDoctor, phoneB, requestAndRespond } from '../harness/fixtures.ts';
import type { TestAppWithFixtures } from '../harness/start-test-app.ts';

/**
 * Returns an active grant on a patient of each center, by center id: for center A that of `unsubscribed`, for center B
 * that of a new doctor.
 */
export async function createActiveGrants(
  testApp: TestAppWithFixtures,
  name: string,
): Promise<ReadonlyMap<string, string>> {
  const { admin, centerA, centerB, doctors } = testApp.fixtures;
  const holder = await createDoctor(testApp, admin, name);
  await requestAndRespond(testApp, holder, phoneB, 'grant');
  const { rows } = await testApp.app.context.db.pool.query<{ center_id: string; id: string }>(
    `SELECT center_id, id FROM patient_access WHERE status = 'granted' AND doctor_id = ANY ($1)`,
    [[holder.id, doctors.unsubscribed.id]],
  );
  const grants = new Map(rows.map((row) => [row.center_id, row.id]));
  if (!grants.has(centerA.id) || !grants.has(centerB.id)) throw new Error('A center has no active grant.');
  return grants;
}
