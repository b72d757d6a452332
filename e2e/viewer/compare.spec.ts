import { routes } from '@medcloud/contract';
import { screenPath } from '@medcloud/contract/screens';
import { uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import type { Page } from '@playwright/test';
import type { Fixtures } from '../harness/create-fixtures.ts';
import { listViolations } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** Two exams of one patient beside each other: offered, linked, restored, and ended with the access. */

const [first] = persons;
if (!first) throw new Error('Expected at least one phantom person.');
const patient = first;

const test = testWithFixtures(67);

const exams = { current: '', prior: '' };
test.beforeAll(async ({ fixturesFor }) => {
  const fixtures = await fixturesFor(67);
  exams.prior = await upload(fixtures, { examDate: '2025-01-15', slices: 24 });
  exams.current = await upload(fixtures, { examDate: '2026-03-20', slices: 12 });
});

async function upload(
  { center: { client, patient: owner } }: Fixtures,
  { examDate, slices }: { examDate: string; slices: number },
): Promise<string> {
  const archive = Buffer.concat(await Array.fromAsync(zipOf([...ctVolume({ seed: slices, patient, slices })])));
  const options = { examType: 'ct', examDate, mismatchReason: 'A phantom' } as const;
  const id = await uploadExam(client, owner.patientId, archive, options);
  await waitUntil(async () => (await client.call(routes.exams.examToOpen, { params: { id } })).exam.viewable);
  return id;
}

const paneOf = (page: Page, examId: string) => page.locator(`section[data-exam="${examId}"]`);
const sliceOf = (page: Page, examId: string) => paneOf(page, examId).getByRole('slider');

async function expectSlices(page: Page, current: number, prior: number): Promise<void> {
  await expect(sliceOf(page, exams.current)).toHaveAttribute('aria-valuenow', String(current));
  await expect(sliceOf(page, exams.prior)).toHaveAttribute('aria-valuenow', String(prior));
  for (const examId of [exams.current, exams.prior])
    await expect(paneOf(page, examId)).toHaveAttribute('data-drawn', 'true');
}

test('compares with the prior exam in linked panes, keeps it in the address, and ends it', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client, { width: 1440, height: 900 });
  await page.goto(screenPath('examView', { examId: exams.current }));
  await expect(page.getByRole('banner').getByRole('button', { name: 'Compare with 15 Jan 2026' })).toBeVisible();
  await page.getByRole('navigation').getByRole('button', { name: 'Compare with 15 Jan 2025' }).click();
  await expectSlices(page, 6, 12);
  const prior = paneOf(page, exams.prior);
  await expect(prior.getByText('1 year 2 months earlier')).toBeVisible();
  await expect(prior.getByText(/^Linked by/)).toBeVisible();
  await expect(prior.getByText('Zoom 100 %')).toBeVisible(); // same field of view
  await page.keyboard.press('+');
  const zoomed = await paneOf(page, exams.current)
    .getByText(/^Zoom \d+ %$/)
    .innerText();
  expect(zoomed).not.toBe('Zoom 100 %');
  await expect(prior.getByText(zoomed)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expectSlices(page, 8, 16); // its slices are half as thick
  expect(await listViolations(page)).toEqual([]);

  // the slices, the scale and the link stay
  await page.reload();
  await expectSlices(page, 8, 16);
  await expect(prior.getByText(zoomed)).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expectSlices(page, 6, 12);

  // without the link each pane scrolls alone; linked anew, the shown slices belong together
  const chooseLink = async (name: string) => {
    await page.getByRole('button', { name: 'Links between panes' }).click();
    await page.getByRole('menuitemcheckbox', { name }).click();
  };
  await chooseLink('Scroll together');
  await page.keyboard.press('Home');
  await expectSlices(page, 1, 12);
  await chooseLink('Link at these slices');
  await chooseLink('Scroll together');
  await paneOf(page, exams.current).click(); // the menu's button has the focus, and the arrow would open it
  await page.keyboard.press('ArrowDown');
  await expectSlices(page, 2, 14);
  // the other pane leads once it is chosen
  await page.keyboard.press('o');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expectSlices(page, 1, 12);

  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await expect(prior).toHaveCount(0);
  await expect(page).not.toHaveURL(/with=/);
  await expect(paneOf(page, exams.current)).toHaveAttribute('data-drawn', 'true');
  await page.context().close();
});
