import { runRotation } from '@medcloud/server/src/commands/run-rotation.ts';
import { newPatientKey } from '@medcloud/server/src/domain/keys/patient-key.ts';
import { wrapKey } from '@medcloud/server/src/platform/blobs/keys.ts';
import { createCenter, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { loginsOf } from '@medcloud/server/test/harness/logins-of.ts';
import { type StandaloneApp, startStandaloneApp } from '@medcloud/server/test/harness/start-standalone-app.ts';

/*
 * Claim: a rotation of the master key, while the portal runs, takes at most 15 times as long as one plain UPDATE that
 * writes as many rows in the same run. It prints the keys a second beside it, of which 10,000 are the aim, and the time
 * of this process's processor for a key: on a busy machine the first says little. Two rotations, after one that is not
 * counted.
 */

const keyCount = 60_000;
const rounds = 2;
const maxRatio = 15;

async function fill(testApp: StandaloneApp): Promise<void> {
  const admin = await signInAdmin(testApp);
  const plan = { name: 'Center', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: '+306900000001' };
  const center = await createCenter(testApp, admin, plan);
  const { keys, random } = testApp.app.context;
  const { rows } = await testApp.superuser.query<{ id: string }>(
    `INSERT INTO patients (id, center_id, patient_id, first_name, last_name, name_key, date_of_birth, gender, registered_by)
     SELECT gen_random_uuid(), $1, 'P-' || lpad(n::text, 10, '0'), 'A', 'B', 'a|b', '1980-01-01', 'Other',
       (SELECT user_id FROM medical_centers WHERE id = $1) FROM generate_series(1, $2::int) AS n RETURNING id`,
    [center.id, keyCount],
  );
  const master = keys.masters.get(1);
  const wrapped = rows.map(({ id }) => wrapKey(master, newPatientKey(random), `patient:${id}`, random));
  await testApp.superuser.query(
    'INSERT INTO keys.patient_keys (patient_id, wrapped_key) SELECT * FROM unnest($1::uuid[], $2::bytea[])',
    [rows.map(({ id }) => id), wrapped],
  );
  await testApp.superuser.query('VACUUM ANALYZE keys.patient_keys');
}

/** Returns the seconds of one rotation. */
async function measureRotation(testApp: StandaloneApp): Promise<number> {
  const overrides = { logins: loginsOf(testApp) };
  const startedAt = performance.now();
  const ignore = () => undefined;
  const progress = { onResume: ignore, onWait: ignore, onRewrapped: ignore };
  const { keys } = await runRotation(testApp.config, overrides, progress);
  if (keys < keyCount) throw new Error(`Only ${keys} keys were wrapped.`);
  return (performance.now() - startedAt) / 1_000;
}

/** Returns the seconds of one statement that writes as many rows of the same size. */
async function measureUpdate(testApp: StandaloneApp): Promise<number> {
  await testApp.superuser.query('VACUUM keys.patient_keys');
  const startedAt = performance.now();
  await testApp.superuser.query('UPDATE keys.patient_keys SET wrapped_key = wrapped_key');
  return (performance.now() - startedAt) / 1_000;
}

/** Prints keys a second and the ratio to the plain UPDATE. Throws if a figure misses the claim. */
export async function run(): Promise<void> {
  const { testApp, close } = await startStandaloneApp({ overrides: { hasPages: false } });
  try {
    await fill(testApp);
    await measureRotation(testApp);
    let [rotation, update, processorMicroseconds] = [0, 0, 0];
    for (let round = 0; round < rounds; round += 1) {
      update += await measureUpdate(testApp);
      await testApp.superuser.query('VACUUM keys.patient_keys');
      const before = process.cpuUsage();
      rotation += await measureRotation(testApp);
      const { user, system } = process.cpuUsage(before);
      processorMicroseconds += user + system;
    }
    const count = keyCount * rounds;
    const ratio = rotation / update;
    console.log(
      `rotation: ${Math.round(count / rotation)} keys a second, ${(processorMicroseconds / count).toFixed(1)} µs of this process's processor for each`,
    );
    console.log(
      `plain UPDATE: ${Math.round(count / update)} rows a second, ratio ${ratio.toFixed(2)} (at most ${maxRatio})`,
    );
    if (ratio > maxRatio) throw new Error('The claim does not hold.');
  } finally {
    await close();
  }
}
