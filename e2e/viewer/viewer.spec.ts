import { routes } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';
import { screenPath, screens } from '@medcloud/contract/screens';
import { isDeep } from '@medcloud/server/test/harness/depth.ts';
import { uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { mrSeries } from '@medcloud/server/test/phantom/mr-series.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import type { Locator, Page } from '@playwright/test';
import type { Fixtures } from '../harness/create-fixtures.ts';
import { listViolations } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { advanceClockUntil, stopClock } from '../harness/page-clock.ts';
import { expect, testWithFixtures } from '../test-app.ts';
import { measureByKeys, measureByMouse, pane } from './measure.ts';

/** The viewer: with mouse and keys, on a phone, in three planes, and until consent is revoked. */

const [first] = persons;
if (!first) throw new Error('Expected at least one phantom person.');
const patient = first;
const slices = 10;

const test = testWithFixtures(63);

let examId: string;
test.beforeAll(async ({ fixturesFor }) => {
  examId = await upload(await fixturesFor(63));
});

/** Uploads a CT and an MR for the fixtures' patient, confirms the patient, and waits until they are indexed. */
async function upload({ center: { client, patient: owner } }: Fixtures): Promise<string> {
  const files = [
    ...ctVolume({ seed: 7, patient, slices }),
    ...mrSeries({ seed: 7, patient, slices: 4, weighting: 'T1' }),
  ];
  const archive = Buffer.concat(await Array.fromAsync(zipOf(files)));
  const id = await uploadExam(client, owner.patientId, archive);
  await waitUntil(async () => {
    const { exam } = await client.call(routes.exams.examToOpen, { params: { id } });
    if (exam.status === 'needs-attention' && exam.viewable)
      await client.call(routes.center.confirmExam, { params: { id }, body: { reason: 'A phantom' } });
    return exam.viewable && exam.status === 'completed';
  });
  return id;
}

/** Records page errors and policy violations. */
function recordFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) faults.push(message.text());
  });
  return faults;
}

const expectDrawn = (page: Page) => expect(pane(page)).toHaveAttribute('data-drawn', 'true');
const viewPath = (examId: string) => screenPath('examView', { examId });
const sliceSlider = (page: Page) => page.getByRole('slider', { name: 'Position in the series' });

test('shows the middle image first, and supports tools, keys and measurements', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client);
  const faults = recordFaults(page);
  const requestedUrls: string[] = [];
  page.on('request', (request) => /frames\/\d+/.test(request.url()) && requestedUrls.push(request.url()));
  // only this page preloads the viewer's scripts
  const html = async (address: string) => await (await page.request.get(address)).text();
  expect(await html(viewPath(examId))).toMatch(/rel="modulepreload".*\/viewer-/);
  expect(await html(screenPath('doctorDashboard', {}))).not.toMatch(/\/viewer-/);
  const stream = page.waitForResponse((response) => response.url().includes('/api/events'));
  await page.goto(viewPath(examId));
  // the stream replays events since the page opened, so nothing is fetched twice
  expect((await stream).headers()['events-told']).toBe('true');
  await page.getByRole('button', { name: /Chest 1.0 soft/ }).click();
  await expectDrawn(page);
  await expect(sliceSlider(page)).toHaveAttribute('aria-valuenow', '5');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Παπαδοπούλου Μαρία');
  await expect(pane(page)).toContainText('For review, not for primary diagnosis');
  await expect(pane(page)).toContainText('W 400 L 40');
  await page.keyboard.press('ArrowDown');
  await expect(sliceSlider(page)).toHaveAttribute('aria-valuenow', '6');
  await page.keyboard.press('End');
  await expect(sliceSlider(page)).toHaveAttribute('aria-valuenow', String(slices));
  await expectDrawn(page);
  await page.keyboard.press('2');
  await expect(pane(page)).toContainText('W 1500 L -550');
  await page.keyboard.press('l');
  await expect(page.getByRole('button', { name: 'Length' })).toHaveAttribute('aria-pressed', 'true');
  await measureByMouse(page);
  await page.keyboard.press('Delete');
  await expect(pane(page).locator('svg text')).toHaveCount(0);
  await measureByKeys(page);
  await page.keyboard.press('g');
  await page.getByRole('searchbox').fill('PatientName');
  await expect(page.getByRole('dialog')).toContainText('(0010,0010)');
  expect(await listViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: /Layout/ }).click();
  await page.getByRole('menuitemcheckbox', { name: '1 × 2' }).click();
  await page.locator('section[data-phase]').nth(1).click();
  await page.getByRole('button', { name: /AX T1/ }).click();
  await expect(page.locator('section[data-phase]').nth(1)).toHaveAttribute('data-drawn', 'true');
  await expect(page.getByText('For review, not for primary diagnosis')).toBeVisible();
  expect(await listViolations(page)).toEqual([]);
  expect(new Set(requestedUrls).size, 'no frame is fetched twice').toBe(requestedUrls.length);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('returns to the exam after sign-in, and leads back to the filtered list', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, null);
  await page.goto(viewPath(examId));
  await page.getByRole('link', { name: 'Sign in as a doctor' }).click();
  await page.getByLabel('E-mail').fill(fixtures.doctor.email);
  await page.getByLabel('Password', { exact: true }).fill(fixtures.doctor.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${RegExp.escape(viewPath(examId))}$`));
  await expectDrawn(page);
  await page.getByRole('link', { name: 'Exams' }).click(); // the previous page was the login, not a list
  await expect(page).toHaveURL(new RegExp(`${screens.doctorDashboard}$`));
  const list = `${screenPath('doctorPatientExams', { patientId: fixtures.center.patient.patientId })}?type=ct`;
  await page.goto(list);
  await page.getByRole('tabpanel').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/exams\/.+\/view/);
  await page.getByRole('link', { name: 'Exams' }).click();
  await expect(page).toHaveURL(new RegExp(`${RegExp.escape(list)}$`));
  await page.context().close();
});

test('shows one viewport, bottom tools and targets of at least 44 px on a phone', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client, { width: 390, height: 844, language: 'el' });
  const faults = recordFaults(page);
  await page.goto(viewPath(examId));
  await page.getByRole('button', { name: /Chest 1.0 soft/ }).click();
  await expectDrawn(page);
  await page.getByRole('button', { name: 'LUNG' }).click();
  await expect(pane(page)).toContainText('W 1500 L -550');
  await expect(pane(page)).toContainText('Για επισκόπηση, όχι για πρωτογενή διάγνωση');
  await page.getByRole('button', { name: 'Άλλα' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Γωνία', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Γωνία', exact: true })).toBeVisible();
  const small = await page.getByRole('button').evaluateAll((all) =>
    all.flatMap((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width > 0 && (width < 44 || height < 44) ? [one.outerHTML.slice(0, 80)] : [];
    }),
  );
  expect(small).toEqual([]);
  expect(await listViolations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('links three planes in one point, scrolls them by keys, and returns to the matching image', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client);
  const faults = recordFaults(page);
  const requestedUrls: string[] = [];
  page.on('request', (request) => /frames\/\d+/.test(request.url()) && requestedUrls.push(request.url()));
  await page.goto(viewPath(examId));
  await page.getByRole('button', { name: /Chest 1.0 soft/ }).click();
  await expectDrawn(page);
  await page.keyboard.press('m');
  const planes = page.locator('main[data-mpr=standing]');
  await expect(planes.locator('canvas')).toHaveCount(3);
  await page.setViewportSize({ width: 390, height: 844 }); // a phone shows one plane
  await expect(planes.locator('canvas')).toHaveCount(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(planes.locator('canvas')).toHaveCount(3);
  const plane = (name: string) => page.getByRole('slider', { name: `Position, ${name}` });
  await expect(plane('Axial')).toHaveAttribute('aria-valuenow', '5');
  await page.keyboard.press('ArrowDown');
  await expect(plane('Axial')).toHaveAttribute('aria-valuenow', '6');
  await plane('Coronal').focus();
  await page.keyboard.press('Home');
  await expect(plane('Coronal')).toHaveAttribute('aria-valuenow', '1');
  await page.keyboard.press('Shift+ArrowDown'); // towards the feet, the start of the series
  await expect(plane('Axial')).toHaveAttribute('aria-valuenow', '5');
  const left = page.getByRole('region', { name: 'Sagittal' }).locator('canvas');
  const box = await left.boundingBox();
  if (!box) throw new Error('The plane is not visible.');
  await page.mouse.click(box.x + box.width / 2 + 1, box.y + box.height / 2 + 1);
  await expect(plane('Coronal')).toHaveAttribute('aria-valuenow', /^25[5-9]$/);
  const countDarkPixels = () =>
    left.evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return 0;
      const context = canvas.getContext('2d');
      const data = context?.getImageData(0, 0, canvas.width, canvas.height).data;
      return data?.reduce((sum, value, at) => sum + (at % 4 === 0 && value < 8 ? 1 : 0), 0) ?? 0;
    });
  const before = await countDarkPixels();
  expect(before).toBeGreaterThan(1_000);
  await page.keyboard.press('i');
  await expect.poll(countDarkPixels).not.toBe(before);
  expect(await listViolations(page)).toEqual([]);
  await page.keyboard.press('m');
  await expectDrawn(page);
  await expect(sliceSlider(page)).toHaveAttribute('aria-valuenow', /[56]/);
  expect(new Set(requestedUrls).size, 'the planes fetch no loaded frame again').toBe(requestedUrls.length);
  await page.getByRole('button', { name: /AX T1/ }).click();
  await expectDrawn(page);
  await page.getByRole('button', { name: 'MPR' }).click();
  await expect(page.getByText('MPR needs at least eight parallel images.')).toBeVisible();
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back to images' }).click();
  await expectDrawn(page);
  expect(faults).toEqual([]);
  await page.context().close();
});

/** Switches the language without closing open parts. */
async function switchLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate((newValue) => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'medcloud-language', newValue }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Parts of the viewer that other tests do not check: opens each and returns a visible element. */
const parts: Record<string, (page: Page) => Promise<Locator>> = {
  measurements: async (page) => {
    await page.keyboard.press('l');
    await expect(page.getByRole('button', { name: 'Μήκος' })).toHaveAttribute('aria-pressed', 'true');
    await measureByMouse(page);
    await page.keyboard.press('n');
    return page.getByRole('dialog', { name: 'Μετρήσεις' }).getByRole('listitem');
  },
  layouts: async (page) => {
    await page.getByRole('button', { name: /^Διάταξη/ }).click();
    return page.getByRole('menu');
  },
  presets: async (page) => {
    await page.getByRole('button', { name: /^Προκαθορισμένα παράθυρα/ }).click();
    return page.getByRole('menu');
  },
  fileHash: async (page) => {
    await page.getByRole('button', { name: 'Ψηφιακό αποτύπωμα' }).click();
    return page.getByRole('dialog');
  },
  tags: async (page) => {
    await page.keyboard.press('g');
    return page.getByRole('dialog').getByText('(0010,0010)');
  },
  keys: async (page) => {
    await page.keyboard.press('?');
    return page.getByRole('dialog');
  },
};

test('has no axe violations in any part of the viewer, in either language', async ({ browser, testApp, fixtures }) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client, { language: 'el', width: 1440 });
  await page.goto(viewPath(examId));
  await page.getByRole('button', { name: /Chest 1.0 soft/ }).click();
  await expectDrawn(page);
  const found: Record<string, string[]> = {};
  const checkPart = async (part: string) => {
    found[part] = await listViolations(page);
    if (!isDeep) return;
    await switchLanguage(page, 'en');
    found[`${part}, en`] = await listViolations(page);
    await switchLanguage(page, 'el');
  };
  for (const [part, open] of Object.entries(parts)) {
    await expect(await open(page), part).toBeVisible();
    await checkPart(part);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toHaveCount(0);
  }
  await page.keyboard.press('c');
  const speed = page.getByRole('button', { name: /^Ταχύτητα/ });
  await expect(speed).toBeVisible();
  await checkPart('cine');
  await page.keyboard.press('c');
  await expect(speed).toHaveCount(0);
  await page.keyboard.press('m');
  await expect(page.locator('main[data-mpr=standing]')).toBeVisible();
  await checkPart('planes');
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((part) => [part, []])));
  await page.context().close();
});

// last: it revokes the doctor's grant
test('closes an open viewer with a message within five seconds of a revocation', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client);
  await page.clock.install();
  await page.goto(viewPath(examId));
  await expectDrawn(page);
  const { patientId } = fixtures.center.patient;
  const accessToken = fixtures.links.granted;
  await stopClock(page);
  await fixtures.admin.call(routes.patientAccess.revoke, { body: { accessToken, patientIds: [patientId] } });
  const sentence = page.getByText('Your access to this exam was revoked. To view it, request access again.');
  expect(await advanceClockUntil(page, () => sentence.isVisible())).toBeLessThan(5_000);
  await page.clock.resume();
  await expect(page.locator('canvas')).toHaveCount(0);
  await expect(page.getByText('Παπαδοπούλου')).toHaveCount(0);
  expect(await listViolations(page)).toEqual([]);
  await switchLanguage(page, 'el');
  expect(await listViolations(page)).toEqual([]);
  await page.context().close();
});
