import { expect, it } from 'vitest';
import { createDoctor, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp } from '../harness/start-test-app.ts';
import { expectNumbersWithoutGaps } from './expect-numbers.ts';

it('numbers 2,000 documents of 50 transactions at once without gaps', async () => {
  const testApp = await startTestApp({ connections: 50 });
  try {
    const doctor = await createDoctor(testApp, await signInAdmin(testApp), 'unverified');
    await expectNumbersWithoutGaps(testApp, doctor, { documents: 2_000, concurrency: 50 });
    const { rows } = await testApp.superuser.query(`SELECT count(*)::int AS count FROM invoices WHERE series = 'RACE'`);
    expect(rows[0].count).toBeGreaterThan(1_500);
  } finally {
    await testApp.close();
  }
});
