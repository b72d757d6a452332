import { findAffectedPatients } from '@medcloud/server/src/domain/audit/affected/find-affected-patients.ts';
import { selectAffectedPatients } from '@medcloud/server/src/domain/audit/affected/store.ts';
import { systemScope } from '@medcloud/server/src/domain/authorization/authorize.ts';
import { type StandaloneApp, startStandaloneApp } from '@medcloud/server/test/harness/start-standalone-app.ts';

/*
 * Claim (T-BR1): in an audit log of 1,000,000 events, the patients that a stolen session of 1,000 events touched, and
 * when, are found within one second, and in at most 3 times the time it takes among 20,000 events. For an account with
 * 100,000 events the limit is ten seconds. Both queries must use their index: the plan is read, and a table scan fails
 * the claim.
 */

const small = 20_000;
const large = 1_000_000;
const sessionRef = 'feedfeedfeedfeed';
const account = '00000000-0000-7000-8000-00000000abcd';
const rounds = 7;
const always = { from: null, to: null };

/** Inserts events of many sessions over a year. One tenth belongs to the account. */
async function fill(testApp: StandaloneApp, from: number, events: number): Promise<void> {
  const { superuser: pool } = testApp;
  const client = await pool.connect();
  try {
    // Only reading is measured. Chaining a million events would take minutes.
    await client.query('ALTER TABLE audit_events DISABLE TRIGGER await_seal; SET statement_timeout = 0');
    await client.query(
      `INSERT INTO audit_events (at, event, outcome, actor_kind, person_id, session_ref, patient_id, object_kind, object_id)
       SELECT now() - make_interval(secs => n * 31), CASE n % 3 WHEN 0 THEN 'exam_viewed' WHEN 1 THEN 'exam_downloaded' ELSE 'patient_shown' END,
         'success', 'doctor', CASE WHEN n % 10 = 0 THEN $3::uuid ELSE gen_random_uuid() END, substr(md5((n / 50)::text), 1, 16),
         md5((n % 40000)::text)::uuid, 'exam', gen_random_uuid()::text
       FROM generate_series($1::int, $2::int) n`,
      [from, from + events - 1, account],
    );
    await client.query('ALTER TABLE audit_events ENABLE TRIGGER await_seal; ANALYZE audit_events');
  } finally {
    client.release(true);
  }
}

async function insertStolenSession(testApp: StandaloneApp): Promise<void> {
  await testApp.superuser.query(
    `INSERT INTO audit_events (at, event, outcome, actor_kind, session_ref, patient_id, object_kind, object_id)
     SELECT now() - make_interval(secs => n), 'exam_viewed', 'success', 'doctor', $1, md5((n % 300)::text)::uuid, 'exam', gen_random_uuid()::text
     FROM generate_series(1, 1000) n`,
    [sessionRef],
  );
}

/** Returns the median time of one query in milliseconds, and the number of patients it finds. */
async function measureQuery(testApp: StandaloneApp): Promise<{ ms: number; patients: number }> {
  const times: number[] = [];
  let patients = 0;
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    patients = (await findAffectedPatients(testApp.app.context, { session: sessionRef }, always)).patients.length;
    times.push(performance.now() - startedAt);
  }
  return { ms: times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN, patients };
}

async function planOf(testApp: StandaloneApp, by: 'session_ref' | 'person_id', value: string): Promise<string> {
  const plan = await testApp.app.context.db.within(systemScope('breach'), (tx) =>
    selectAffectedPatients(tx, { by, value }, always).explain('json'),
  );
  return JSON.stringify(plan);
}

/** Prints the times of both queries, their ratio and the indexes used. Throws if a figure misses the claim. */
export async function run(): Promise<void> {
  const { testApp, close } = await startStandaloneApp({ overrides: { hasPages: false } });
  try {
    await fill(testApp, 1, small);
    await insertStolenSession(testApp);
    const few = await measureQuery(testApp);
    await fill(testApp, small + 1, large - small);
    const many = await measureQuery(testApp);
    const startedAt = performance.now();
    const rows = await testApp.app.context.db.within(systemScope('breach'), (tx) =>
      selectAffectedPatients(tx, { by: 'person_id', value: account }, always).execute(),
    );
    const wideMs = performance.now() - startedAt;
    const plans = [await planOf(testApp, 'session_ref', sessionRef), await planOf(testApp, 'person_id', account)];
    const indexed = plans[0]?.includes('audit_of_session') === true && plans[1]?.includes('audit_of_person') === true;
    const ratio = many.ms / few.ms;
    console.log(`a session's 1,000 events among ${small}: ${few.ms.toFixed(1)} ms, ${few.patients} patients`);
    console.log(
      `the same among ${large}: ${many.ms.toFixed(1)} ms, ${many.patients} patients, ratio ${ratio.toFixed(2)} (at most 3)`,
    );
    console.log(
      `an account's 100,000 events among ${large}: ${wideMs.toFixed(0)} ms, ${rows.length} patients (at most 10,000 ms)`,
    );
    console.log(`by index: ${indexed ? 'both' : plans.join('\n')}`);
    if (!indexed || ratio > 3 || many.ms > 1_000 || wideMs > 10_000 || many.patients !== 300)
      throw new Error('The claim does not hold.');
  } finally {
    await close();
  }
}
