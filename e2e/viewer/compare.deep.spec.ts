import { routes } from '@medcloud/contract';
import { screenPath } from '@medcloud/contract/screens';
import { uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { mrSeries } from '@medcloud/server/test/phantom/mr-series.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import type { Page } from '@playwright/test';
import type { Fixtures } from '../harness/create-fixtures.ts';
import { listViolations } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** What is compared, and what is refused: another patient's exam, and one that the access no longer covers. */

const [first] = persons;
if (!first) throw new Error('Expected at least one phantom person.');
const patient = first;

const test = testWithFixtures(76);

async function upload(
  { center: { client, patient: owner } }: Fixtures,
  examType: 'ct' | 'mri',
  examDate: string,
): Promise<string> {
  const of = { seed: 7, patient, studyDate: examDate } as const;
  const files =
    examType === 'ct' ? [...ctVolume({ ...of, slices: 30 })] : mrSeries({ ...of, slices: 6, weighting: 'T1' });
  const archive = Buffer.concat(await Array.fromAsync(zipOf(files)));
  const id = await uploadExam(client, owner.patientId, archive, { examType, examDate, mismatchReason: 'A phantom' });
  await waitUntil(async () => (await client.call(routes.exams.examToOpen, { params: { id } })).exam.viewable);
  return id;
}

const exams = { current: '', prior: '' };
test.beforeAll(async ({ fixturesFor }) => {
  const fixtures = await fixturesFor(76);
  exams.prior = await upload(fixtures, 'mri', '2025-01-15');
  exams.current = await upload(fixtures, 'ct', '2026-03-20');
});

const paneOf = (page: Page, examId: string) => page.locator(`section[data-exam="${examId}"]`);
const comparison = () => `${screenPath('examView', { examId: exams.current })}?with=${exams.prior}`;

/** Returns the share of a pane's pixels that are not black. */
const visibleShare = (page: Page, examId: string) =>
  paneOf(page, examId)
    .locator('canvas')
    .evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return 0;
      const { width, height } = canvas;
      const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? {};
      let visible = 0;
      for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) > 8) visible += 1;
      return visible / (width * height);
    });

for (const [language, width, height] of [
  ['en', 1440, 900],
  ['el', 768, 1024],
] as const)
  test(`shows both images, also after a turn of the device, at ${width} px in ${language}`, async ({
    browser,
    testApp,
    fixtures,
  }) => {
    const page = await openPage(browser, testApp, fixtures.doctor.client, { language, width, height });
    await page.goto(comparison());
    await expect(paneOf(page, exams.prior)).toHaveAttribute('data-drawn', 'true');
    // the head's field of view is smaller: at the chest's scale it does not fill its pane
    await expect(paneOf(page, exams.current).getByText(/ 100 %$/)).toBeVisible();
    await expect(paneOf(page, exams.prior).getByText(/ 100 %$/)).toHaveCount(0);
    for (const size of [
      { width, height },
      { width: height, height: width },
      { width, height },
    ]) {
      await page.setViewportSize(size);
      for (const examId of [exams.current, exams.prior]) {
        await expect(paneOf(page, examId)).toHaveAttribute('data-drawn', 'true');
        await expect.poll(() => visibleShare(page, examId)).toBeGreaterThan(0.02); // in millimeters a head is smaller than a chest
      }
    }
    expect(await listViolations(page)).toEqual([]);
    await page.context().close();
  });

test('lists the other exam’s series on a phone, and shows one on a press', async ({ browser, testApp, fixtures }) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client, { language: 'el', width: 390, height: 844 });
  await page.goto(comparison());
  await expect(paneOf(page, exams.current)).toHaveAttribute('data-drawn', 'true');
  await page
    .getByRole('region', { name: /^Σειρές της 15/ })
    .getByRole('button')
    .first()
    .click();
  await expect(paneOf(page, exams.prior)).toHaveAttribute('data-drawn', 'true');
  await expect(paneOf(page, exams.prior).getByText('Προηγούμενη')).toBeVisible();
  expect(await listViolations(page)).toEqual([]);
  await page.context().close();
});

test('refuses to compare with another patient’s exam', async ({ browser, testApp, fixtures }) => {
  const { client } = fixtures.center;
  const others = await client.call(routes.center.patients, { query: { search: 'Καραγιάννης' } });
  const archive = Buffer.concat(await Array.fromAsync(zipOf([...ctVolume({ seed: 8, patient, slices: 2 })])));
  const foreign = await uploadExam(client, others[0]?.patientId ?? '', archive, { mismatchReason: 'A phantom' });
  const page = await openPage(browser, testApp, client, { width: 1440, height: 900 });
  for (const other of [foreign, crypto.randomUUID()]) {
    await page.goto(`${screenPath('examView', { examId: exams.current })}?with=${other}`);
    await expect(page.getByText('The other exam is no longer available.')).toBeVisible();
    await expect(paneOf(page, exams.current)).toHaveAttribute('data-drawn', 'true');
    await expect(paneOf(page, other)).toHaveCount(0);
  }
  await page.context().close();
});

test('lists the exams of a patient with more than fifty', async ({ browser, testApp, fixtures }) => {
  const { client } = fixtures.center;
  const person = { firstName: 'Σοφία', lastName: 'Ζήση', dateOfBirth: '1961-02-03', gender: 'Female' } as const;
  const { patientId } = await client.call(routes.center.registerPatient, {
    body: { ...person, phone: '+306900000168' },
  });
  const archive = Buffer.concat(await Array.fromAsync(zipOf([...ctVolume({ seed: 9, patient, slices: 1 })])));
  const days = Array.from({ length: 53 }, (_, day) => new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10));
  let opened = '';
  for (const examDate of days)
    opened = await uploadExam(client, patientId, archive, { examDate, mismatchReason: 'A phantom' });
  await waitUntil(async () => (await client.call(routes.exams.examToOpen, { params: { id: opened } })).exam.viewable);
  const page = await openPage(browser, testApp, client, { width: 1440, height: 900 });
  await page.goto(screenPath('examView', { examId: opened }));
  const list = page.getByRole('region', { name: 'Other exams' });
  await expect(list.getByRole('listitem')).toHaveCount(49);
  await list.getByRole('button', { name: 'Show more' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(52);
  await expect(list.getByText('1 Jan 2025', { exact: true })).toBeVisible();
  await page.context().close();
});

// last: it narrows the doctor's grant
test('empties the other exam’s pane once the access no longer covers it', async ({ browser, testApp, fixtures }) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client, { width: 1440, height: 900 });
  await page.goto(comparison());
  await expect(paneOf(page, exams.prior)).toHaveAttribute('data-drawn', 'true');
  const { patientId } = fixtures.center.patient;
  await fixtures.admin.call(routes.patientAccess.change, {
    body: { accessToken: fixtures.links.granted, patientId, examTypes: ['ct'] },
  });
  await expect(page.getByText('The other exam is no longer available.')).toBeVisible();
  await expect(paneOf(page, exams.prior)).toHaveCount(0);
  await expect(page.getByRole('navigation').getByText('15 Jan 2025')).toHaveCount(0);
  await expect(paneOf(page, exams.current)).toHaveAttribute('data-drawn', 'true');
  await page.context().close();
});
