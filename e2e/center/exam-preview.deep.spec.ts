import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { routes } from '@medcloud/contract';
import { screenPath, screens } from '@medcloud/contract/screens';
import { uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { mrSeries } from '@medcloud/server/test/phantom/mr-series.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import type { Download, Locator, Page } from '@playwright/test';
import { createFixtures, type Fixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { deepTest, expect, test } from '../test-app.ts';

/** The exam preview: series, file hash, downloads, and every state of an exam. */

const person = { givenName: 'Μαρία', surname: 'Παπαδοπούλου', sex: 'Female', birthDate: '1950-05-17' } as const;

/** A study of two series with two and three slices, one duplicate slice, and a truncated file. */
async function createHeadStudy(): Promise<Buffer> {
  const of = { seed: 3, patient: person } as const;
  const files = [
    ...mrSeries({ ...of, slices: 2, weighting: 'T1', seriesNumber: 1 }),
    ...mrSeries({ ...of, slices: 3, weighting: 'T2', seriesNumber: 2 }),
  ];
  const [first] = files;
  if (!first) throw new Error('Expected at least one slice.');
  const brokenFile = Buffer.concat([first.bytes.subarray(0, 300), Buffer.alloc(500, 0xff)]);
  files.push({ name: 'AGAIN', bytes: first.bytes }, { name: 'BROKEN', bytes: brokenFile });
  const chunks: Buffer[] = [];
  for await (const chunk of zipOf(files)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface PreviewFixtures extends Fixtures {
  file: Buffer;
  examId: string;
}

let fixtures: PreviewFixtures;
test.beforeAll(async ({ testApp }) => {
  const screenFixtures = await createFixtures(testApp, 75);
  const file = await createHeadStudy();
  const { client, patient } = screenFixtures.center;
  const examId = await uploadExam(client, patient.patientId, file, { examType: 'mri', mismatchReason: 'A phantom' });
  fixtures = { ...screenFixtures, file, examId };
});

const previewDialog = (page: Page) => page.getByRole('dialog', { name: /^MRI, / });

/** Expects that the series' thumbnails are loaded and decode. */
async function expectThumbnails(dialog: Locator): Promise<void> {
  const thumbnails = dialog.getByRole('list', { name: 'Series' }).locator('img');
  await expect(thumbnails).toHaveCount(2);
  for (const thumbnail of await thumbnails.all())
    await expect
      .poll(() => thumbnail.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
      .not.toBe(0);
}

async function downloadBytes(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const downloading: Promise<Download> = page.waitForEvent('download');
  await press();
  return await readFile(await (await downloading).path());
}

test('shows an exam’s series and files by keyboard, and downloads the original, the study and a series', async ({
  testApp,
  browser,
}) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  await page.goto(`${screens.centerHistory}?examType=mri`);
  const row = page.getByRole('row').filter({ hasText: 'MRI' }).first();
  const menu = row.getByRole('button', { name: /^More/ });
  const openByKeyboard = async () => {
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Series and files' }).press('Enter');
  };
  await openByKeyboard();
  const dialog = previewDialog(page);
  await expect(dialog.getByText('2 series · 5 images')).toBeVisible();
  await expect(
    dialog.getByText('1 file could not be read and is not shown. 1 duplicate image is not shown.'),
  ).toBeVisible();
  await dialog.getByText('Show files').click();
  await expect(dialog.getByRole('listitem').filter({ hasText: /^(AGAIN|BROKEN)$/ })).toHaveCount(2);
  await expect(dialog.getByText('AX T1')).toBeVisible();
  await expect(dialog.getByText('MR · 3 images')).toBeVisible();
  await expectThumbnails(dialog);
  await dialog.getByText('File checksum').press('Enter');
  await expect(dialog.getByText(/^[0-9a-f]{4} [0-9a-f]{4} … [0-9a-f]{4}$/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();
  await openByKeyboard();

  const choose = (item: string) => async () => {
    await dialog.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const original = await downloadBytes(page, choose('Original file'));
  expect(createHash('sha256').update(original).digest('hex')).toBe(
    createHash('sha256').update(fixtures.file).digest('hex'),
  );
  const study = await downloadBytes(page, choose('All images (ZIP)'));
  const series = await downloadBytes(page, () => dialog.getByRole('button', { name: 'Download AX T1 (ZIP)' }).click());
  const members = (zip: Buffer) => zip.readUInt16LE(zip.length - 12); // APPNOTE 4.3.16: total entries
  expect([members(study), members(series)]).toEqual([5, 2]);

  await page.context().close();
});

deepTest('opens an exam in the viewer from each of the center’s lists, and returns', async ({ testApp, browser }) => {
  const { client, patient } = fixtures.center;
  const page = await openPage(browser, testApp, client, { width: 1440 });
  const viewer = new RegExp(`${screenPath('examView', { examId: fixtures.examId })}$`);
  const expectViewer = async (press: () => Promise<void>) => {
    const { href } = new URL(page.url());
    await press();
    await expect(page).toHaveURL(viewer);
    await page.goBack();
    await expect(page).toHaveURL(href);
  };
  const row = page.getByRole('row').filter({ hasText: 'MRI' }).first();
  await page.goto(screens.centerDashboard);
  await expectViewer(() => row.click());
  await row.getByRole('button', { name: /^Details of / }).click();
  await expect(page).toHaveURL(new RegExp(`exam=${fixtures.examId}`));
  await expectViewer(() => page.getByRole('link', { name: 'View', exact: true }).click());
  await page.goto(screens.centerHistory);
  await expectViewer(() => row.press('Enter'));
  await expectViewer(() => row.getByRole('button', { name: /^View / }).click());
  await page.goto(screens.centerPatients);
  const listed = page.getByRole('row', { name: new RegExp(patient.patientId) });
  await expectViewer(() => listed.getByRole('button', { name: 'Preview' }).click());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(screens.centerHistory);
  const item = page.getByRole('listitem').filter({ hasText: 'MRI' }).first();
  await expect(item.locator('img')).toBeVisible();
  await expectViewer(() => item.click({ position: { x: 30, y: 30 } })); // the image
  await expectAccessible(page);
  await page.context().close();
});

deepTest('marks the new patient in the list when an exam is moved', async ({ testApp, browser }) => {
  const page = await openPage(browser, testApp, fixtures.center.client, { width: 1440 });
  const { patient, examId, client } = fixtures.center;
  const row = (name: string) => page.locator('tr[tabindex]').filter({ hasText: name }); // not the rows of grants
  await page.goto(`${screens.centerPatients}?patient=${patient.patientId}&exam=${examId}`);
  await expect(row('Παπαδοπούλου')).toHaveAttribute('aria-current', 'true');
  const others = await client.call(routes.center.patients, { query: { search: 'Καραγιάννης' } });
  const move = { patientId: others[0]?.patientId ?? '' };
  await client.call(routes.center.moveExam, { params: { id: examId }, body: move });
  await expect(row('Καραγιάννης')).toHaveAttribute('aria-current', 'true');
  await client.call(routes.center.moveExam, { params: { id: examId }, body: { patientId: patient.patientId } });
  await expect(row('Παπαδοπούλου')).toHaveAttribute('aria-current', 'true');
  await page.context().close();
});

deepTest(
  'records and counts a doctor’s preview, opens the full exam from it and returns to the list',
  async ({ testApp, browser }) => {
    const page = await openPage(browser, testApp, fixtures.doctor.client);
    const reviewed = page.getByText('Exams Reviewed').locator('..');
    await page.goto(screens.doctorDashboard);
    await expect(reviewed).toContainText('0');
    const list = screenPath('doctorPatientExams', { patientId: fixtures.center.patient.patientId });
    await page.goto(list);
    const row = page.getByRole('listitem').filter({ hasText: 'MRI' });
    await row.getByRole('button', { name: /^More actions: / }).click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    const dialog = previewDialog(page);
    await expectThumbnails(dialog);
    await expect(dialog.getByRole('link', { name: 'View', exact: true })).toHaveAttribute(
      'href',
      screenPath('examView', { examId: fixtures.examId }),
    );
    await dialog.getByRole('link', { name: 'View: AX T2' }).click();
    await page.waitForURL(`**${screenPath('examView', { examId: fixtures.examId })}?series=*`);
    await expect(page.getByRole('button', { name: /AX T2/, pressed: true })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(list);
    await page.goto(screens.doctorDashboard);
    await expect(reviewed).toContainText('1');
    await page.context().close();
  },
);

deepTest('lists a doctor’s exams with images in two calls, each a link to the viewer', async ({ testApp, browser }) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client, { width: 390, height: 844 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/exam/.test(pathname) && pathname.startsWith('/api/')) calls.push(pathname);
  });
  const { patientId } = fixtures.center.patient;
  const list = screenPath('doctorPatientExams', { patientId });
  await page.goto(list);
  const row = page.getByRole('listitem').filter({ hasText: 'MRI' });
  await expect(row.locator('img')).toBeVisible();
  await expect(row).toContainText('5 images');
  expect(calls.toSorted()).toEqual([`/api/doctor/patient-exams/${patientId}`, '/api/exams/thumbnails']);
  const { rows } = await testApp.superuser.query(
    `SELECT event, count(*)::integer FROM audit_events WHERE event IN ('exam_viewed', 'exams_listed') AND details ? 'thumbnails' GROUP BY event`,
  );
  expect(rows.map(({ event }) => event)).toEqual(['exams_listed']);
  // 25 of them are at most 2,000 px; the mark of another person takes a line more
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(80 + 27);
  await expectAccessible(page);

  const viewer = screenPath('examView', { examId: fixtures.examId });
  await row.getByRole('button', { name: /^More actions: / }).click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied').first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${testApp.origin}${viewer}`);
  await row.click({ position: { x: 30, y: 30 } }); // the image
  await expect(page).toHaveURL(new RegExp(`${viewer}$`));
  await page.goBack();
  await row.getByRole('link').press('Enter');
  await expect(page).toHaveURL(new RegExp(`${viewer}$`));
  await page.context().close();
});

deepTest(
  'updates a preview when the exam is indexed, when indexing fails and when it is withdrawn',
  async ({ testApp, browser }) => {
    const { client, patient } = fixtures.center;
    const page = await openPage(browser, testApp, client, { width: 390, height: 844 });
    const address = `**${routes.exams.examToOpen.path.replace('{id}', fixtures.examId)}`;
    let state: object | null = { viewable: false };
    await page.route(address, async (route) => {
      if (state === null) return await route.continue();
      const response = await route.fetch();
      const body = await response.json();
      await route.fulfill({ response, json: { ...body, series: [], exam: { ...body.exam, ...state } } });
    });
    await page.goto(`${screens.centerHistory}?exam=${fixtures.examId}`);
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /^More actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Series and files' }).click();
    const dialog = previewDialog(page);
    await expect(dialog.getByText('Preparing images')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'View', exact: true })).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);

    state = { viewable: false, viewingFault: 'damaged' };
    // an event of another exam of the center makes the page fetch the open exam again
    const other = await uploadExam(client, patient.patientId, fixtures.center.file, { examType: 'xray' });
    await expect(dialog.getByText('Cannot be viewed in the browser')).toBeVisible();
    state = null;
    const withdraw = (id: string) =>
      client.call(routes.center.withdrawExam, { params: { id }, body: { reason: 'a test of the preview' } });
    await withdraw(other);
    await expectThumbnails(dialog);
    await withdraw(fixtures.examId);
    await expect(page.getByRole('dialog').getByText('This exam is no longer available')).toBeVisible();
    await page.context().close();
  },
);

deepTest(
  'keeps a row’s dialog open when the window crosses 768 px, and closes it when a link leads elsewhere',
  async ({ testApp, browser }) => {
    const { client, patient } = fixtures.center;
    const examId = await uploadExam(client, patient.patientId, fixtures.file, { examType: 'mri' });
    const page = await openPage(browser, testApp, client, { width: 1440 });
    await page.goto(screens.centerHistory);
    const row = page.getByRole('row').filter({ hasText: 'MRI' }).first();
    await row.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: 'Withdraw exam' }).click();
    const withdrawal = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await withdrawal.getByRole('textbox').fill('the wrong side was imaged');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('row', { includeHidden: true })).toHaveCount(0);
    await expect(withdrawal.getByRole('textbox')).toHaveValue('the wrong side was imaged');
    await withdrawal.getByRole('button', { name: 'Keep' }).click();
    const leaveQuestion = page.getByRole('dialog', { name: 'Leave without saving?' });
    await leaveQuestion.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(withdrawal).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused(); // the row and its button are gone
    await page.setViewportSize({ width: 1440, height: 900 });
    await row.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: 'Series and files' }).click();
    await previewDialog(page).getByRole('link', { name: 'View', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${screenPath('examView', { examId })}$`));
    await expect(previewDialog(page)).toBeHidden();

    await page.goto(screens.centerPatients);
    await page.setViewportSize({ width: 768, height: 1024 });
    const names = page.getByRole('row').locator('td:first-child .truncate:first-child');
    await expect(names.first()).toBeVisible();
    expect(
      await names.evaluateAll((all) =>
        all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
      ),
    ).toEqual([]);
    await page.context().close();
  },
);
