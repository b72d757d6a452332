import { routes } from '@medcloud/contract';
import { createNameKey } from '@medcloud/contract/names/search-key';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CenterFixture, createCenter, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';

const patients = 200_000;
const syllables = ['πα', 'κο', 'μι', 'νι', 'στα', 'λου', 'δη', 'ρα', 'γε', 'χρι', 'βα', 'σι', 'τζα', 'φω', 'ζα', 'θε'];

/**
 * Plans of the statements as the app sends them, logged by PostgreSQL's auto_explain. Only a superuser can load it,
 * so these tests are skipped on the server of `npm run interop`.
 */
describe.skipIf(process.env.TEST_DATABASE_URL !== undefined)('patient list of a center with 200,000 patients', () => {
  let testApp: TestApp;
  let center: CenterFixture;

  beforeAll(async () => {
    testApp = await startTestApp({ shouldCacheStatements: false });
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Σπάνιος', lastName: 'Ξεχωριστόπουλος' };
    center = await createCenter(testApp, await signInAdmin(testApp), { ...plan, phone: '+306900000001' });
    await fill(testApp.superuser, center.id);
    await explain(testApp.superuser);
    await testApp.restart();
  });
  afterAll(() => testApp.close());

  /** Returns a page and the plans of its statements on patients, without those of the session. */
  const plansOf = async (query: { search?: string; limit?: number; cursor?: string }) => {
    const { notices } = testApp.statements;
    notices.length = 0;
    const page = await center.client.page(routes.center.patients, { query });
    return { page, text: notices.filter((plan) => /\bpatients p\b|FROM patients|"patients"/.test(plan)).join('\n') };
  };

  it.each(['Ξεχωριστόπουλος', 'xechoristop', 'σπανιος'])(
    'uses the trigram index for a selective name: %s',
    async (search) => {
      const { page, text } = await plansOf({ search });
      expect(page.rows.map((patient) => patient.id)).toEqual([center.patient.id]);
      expect(text).toMatch(/Bitmap Index Scan on patients_by_name/);
      expect(text).not.toMatch(/Seq Scan on (public\.)?patients/);
    },
  );

  it('reads a page and the next one from the index of the newest patients', async () => {
    // the parallel count stops at 1,001 rows, with any plan
    const orderedBy = (text: string) =>
      text.split('Query Text: ').filter((plan) => /order by "p"\."created_at"/.test(plan));
    const first = await plansOf({ limit: 1 });
    const next = await plansOf({ limit: 1, cursor: first.page.nextCursor ?? '' });
    expect([first.page.total, next.page.rows.length]).toEqual(['1000+', 1]);
    for (const { text } of [first, next]) {
      const ordered = orderedBy(text);
      expect(ordered).toHaveLength(1);
      expect(ordered[0]).toMatch(/Index (Only )?Scan using patients_newest/);
      expect(ordered[0]).not.toMatch(/Seq Scan on (public\.)?patients|Sort Key/);
    }
  });
});

/** Fills a center with names of three syllables. Creating the GIN index afterwards takes a third of the time. */
async function fill(pool: pg.Pool, centerId: string): Promise<void> {
  const names = syllables.flatMap((a) => syllables.flatMap((b) => syllables.map((c) => `${a}${b}${c}ς`)));
  const keys = names.map((name, index) => createNameKey(names[(index * 31) % names.length] ?? '', name));
  const { rows } = await pool.query<{ indexdef: string }>(
    `SELECT indexdef FROM pg_indexes WHERE indexname = 'patients_by_name'`,
  );
  await pool.query('DROP INDEX patients_by_name');
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(
      `INSERT INTO patients (id, center_id, patient_id, first_name, last_name, name_key, date_of_birth, gender, registered_by, created_at)
       SELECT gen_random_uuid(), c.id, 'P-' || upper(substr(md5(n::text), 1, 10)), 'Α', 'Β', ($2::text[])[1 + n * 7 % $3::int],
         '1980-01-01', 'Other', c.user_id, now() - interval '1 year' - n * interval '1 s'
       FROM generate_series(1, $4::int) AS n, medical_centers c WHERE c.id = $1`,
      [centerId, keys, keys.length, patients],
    );
    await client.query(rows[0]?.indexdef ?? '');
    await client.query('VACUUM ANALYZE patients');
    await client.query('RESET statement_timeout');
  } finally {
    client.release();
  }
}

/** Makes new connections send the plans of their statements as notices, also those inside functions. */
async function explain(pool: pg.Pool): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_level': 'notice',
  };
  for (const [name, value] of Object.entries(settings))
    await pool.query(`ALTER DATABASE ${pool.options.database} SET ${name} = '${value}'`);
}
