import { routes } from '@medcloud/contract';
import { fillPath } from '@medcloud/contract/route';
import { screenPath } from '@medcloud/contract/screens';
import { readExpectedResults, testFile, testFilePaths } from '@medcloud/dicom/test/test-files.ts';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import { isDeep, selectByTurn } from '@medcloud/server/test/harness/depth.ts';
import {
  type CenterFixture,
  createCenter,
  examForm,
  signInAdmin,
  uploadExam,
} from '@medcloud/server/test/harness/fixtures.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import type { Page } from '@playwright/test';
import { openPage } from '../harness/open-page.ts';
import { deepTest, expect, test } from '../test-app.ts';

/** Opens every test file: the viewer shows an image or a message, and never crashes. */

let center: CenterFixture;
test.beforeAll(async ({ testApp }) => {
  const person = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: '+306900068010' };
  center = await createCenter(testApp, await signInAdmin(testApp), { name: 'Αρχεία', number: 68, ...person });
});

// Files without an instance: media directories, a compressed file, and one with false headers.
const isNoInstance = (path: string) => /DICOMDIR|zipMR\.gz|badVR/.test(path);

const expectedResults = readExpectedResults();
// a file without a UID gets one from its content, and two files may have the same content
const instanceUidOf = (path: string) => expectedResults.get(path)?.dataset?.['00080018']?.values?.[0] ?? '';
const seriesUidOf = (path: string) => expectedResults.get(path)?.dataset?.['0020000E']?.values?.[0] ?? '';

const noImages = 'This series contains no images';

/**
 * Returns the expected outcome of a file. Most files without an image are reports, plans and truncated headers; two
 * have pixels without rows.
 */
function expectedOutcome(path: string): string {
  const { '7FE00010': pixels, '00280010': rows } = expectedResults.get(path)?.dataset ?? {};
  return exceptions.get(path) ?? (pixels && rows ? 'picture' : noImages);
}

const exceptions = new Map([
  // the only images that may end in a message: no decoder reads them
  ['test_files/JPEG-lossy.dcm', 'This image cannot be displayed'], // invalid scan header (JPGExtended.dcm is the repaired file)
  ['test_files/JPEG2000-embedded-sequence-delimiter.dcm', 'This image cannot be displayed'], // its codestream is overwritten
  ['test_files/MR_truncated.dcm', 'This image cannot be displayed'], // its frame ends early
  ['test_files/reportsi.dcm', 'report'],
  ['test_files/reportsi_with_empty_number_tags.dcm', 'report'],
  ['test_files/test-SR.dcm', 'report'],
  ['test_files/waveform_ecg.dcm', 'waveform'],
  ['test_files/no_meta.dcm', 'picture'], // has no preamble: pydicom reads nothing of it
]);

interface Archive {
  readonly paths: readonly string[];
  readonly bytes: Buffer;
}

/** Packs the files into as few archives as possible. An archive accepts an instance once. */
function createArchives(paths: readonly string[]): Archive[] {
  const groups: Map<string, string>[] = [];
  for (const path of paths) {
    const uid = instanceUidOf(path);
    const free = groups.find((group) => !group.has(uid));
    if (free) free.set(uid, path);
    else groups.push(new Map([[uid, path]]));
  }
  return groups.map((group) => {
    const members = [...group.values()].map((name) => ({ name, content: testFile(name) }));
    return { paths: [...group.values()], bytes: Buffer.from(buildZip(members)) };
  });
}

const fetchExam = (center: CenterFixture, id: string) =>
  center.client.call(routes.exams.examToOpen, { params: { id } });

async function waitForIndexing(center: CenterFixture, examId: string) {
  await waitUntil(async () => {
    const { exam } = await fetchExam(center, examId);
    return exam.viewable || exam.viewingFault !== undefined;
  });
  return await fetchExam(center, examId);
}

/** Navigates as a link inside the application, so the viewer's scripts load once. */
async function navigateTo(page: Page, path: string): Promise<void> {
  if (!page.url().includes('/exams/')) return void (await page.goto(path));
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
}

/** The visible result: an image, one color, or a message. */
interface Outcome {
  /** UID of the instance, or of the series if it has no images. */
  readonly instance: string;
  readonly result: string;
}

/**
 * Visits each series and up to a dozen of its frames by clicks and keys, and returns each outcome. Runs inside the page:
 * 140 series driven from the test would take minutes.
 */
async function collectPageOutcomes(): Promise<Outcome[]> {
  const until = async <T>(condition: () => T | null | undefined | false): Promise<T> => {
    const deadline = performance.now() + 240_000; // only ends a hang: no machine is that slow
    for (;;) {
      const result = condition();
      if (result) return result;
      if (performance.now() > deadline) throw new Error(`Timed out waiting for: ${condition}`);
      await new Promise(requestAnimationFrame);
    }
  };
  const pane = () => document.querySelector('section[data-settled=true]');
  // the message appears after the series is known to have no image
  const isShown = () => pane()?.matches(':not([data-phase=other]), :has(h2, [data-waveform-sheet])');
  const countColors = (canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    const seen = new Set<number>();
    for (let at = 0; at < data.length; at += 4 * 31)
      seen.add((data[at] ?? 0) + (data[at + 1] ?? 0) * 256 + (data[at + 2] ?? 0) * 65_536);
    return seen.size;
  };
  const result = () => {
    if (pane()?.querySelector('[data-report] article')) return 'report';
    if (pane()?.querySelector('[data-waveform-sheet]')) return 'waveform';
    const heading = pane()?.querySelector('[role=status] h2');
    if (heading) return heading.textContent;
    const canvas = pane()?.querySelector('canvas');
    return canvas && countColors(canvas) > 1 ? 'picture' : 'one color';
  };
  const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  await until(pane);
  const outcomes: Outcome[] = [];
  const addOutcome = () => {
    const instance = pane()?.getAttribute('data-instance') ?? pane()?.getAttribute('data-series') ?? '';
    outcomes.push({ instance, result: result() });
  };
  for (const button of document.querySelectorAll<HTMLElement>('nav li button')) {
    button.click();
    await until(() => button.getAttribute('aria-pressed') === 'true');
    await until(isShown);
    addOutcome();
    const track = document.querySelector('[role=slider]');
    const count = Math.min(12, Number(track?.getAttribute('aria-valuemax') ?? 0));
    for (let index = 1; index <= count; index++) {
      press(index === 1 ? 'Home' : 'ArrowDown');
      await until(() => track?.getAttribute('aria-valuenow') === String(index) && pane());
      addOutcome();
    }
  }
  return outcomes;
}

/** Opens an exam and collects its outcomes. */
async function collectOutcomes(page: Page, examId: string): Promise<Outcome[]> {
  const path = screenPath('examView', { examId });
  await navigateTo(page, path);
  // wait for elements of this exam: the address changes before the page
  await expect(page.getByRole('link', { name: 'Exams' })).toBeVisible();
  await expect(page.locator(`img[src*="${examId}"]`).or(page.locator('nav li button')).first()).toBeVisible();
  await expect(page.locator(`section[data-settled][data-exam="${examId}"]`).first()).toBeVisible();
  return await page.evaluate(collectPageOutcomes);
}

/** Lists the outcome of each file of an archive: of its own images, else of its series. */
function listFileOutcomes({ paths }: Archive, outcomes: readonly Outcome[]): [string, string][] {
  const named = new Set(paths.flatMap((path) => [instanceUidOf(path), seriesUidOf(path)]));
  const unnamed = outcomes.filter(({ instance }) => !named.has(instance));
  return paths.map((path) => {
    const own = outcomes.filter(({ instance }) => instance === instanceUidOf(path));
    const ofSeries = outcomes.filter(({ instance }) => instance === seriesUidOf(path));
    const first = [own, ofSeries, unnamed].find((some) => some.length > 0) ?? [];
    return [path, [...new Set(first.map(({ result }) => result))].join(' | ')];
  });
}

// `npm test` opens one file of each kind, below
deepTest('opens all test files with an image or a message', async ({ browser, testApp }) => {
  const paths = testFilePaths();
  expect(paths.length).toBe(175);
  const instances = paths.filter((path) => !isNoInstance(path));
  const page = await openPage(browser, testApp, center.client);
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  page.on('console', (message) => /Content Security Policy/.test(message.text()) && pageErrors.push(message.text()));
  let opened = 0;
  const outcomeByPath = new Map<string, string>();
  for (const archive of createArchives(instances)) {
    const { patientId } = center.patient;
    const examId = await uploadExam(center.client, patientId, archive.bytes, { mismatchReason: 'Test files' });
    const { series } = await waitForIndexing(center, examId);
    opened += series.reduce((sum, one) => sum + one.instances, 0);
    for (const [path, result] of listFileOutcomes(archive, await collectOutcomes(page, examId)))
      outcomeByPath.set(path, result);
  }
  expect(opened).toBe(instances.length);
  expect(pageErrors).toEqual([]);
  expect(Object.fromEntries(outcomeByPath)).toEqual(
    Object.fromEntries(instances.map((path) => [path, expectedOutcome(path)])),
  );
});

test('rejects files without an instance with a message, or shows the exam with one', async ({ browser, testApp }) => {
  const page = await openPage(browser, testApp, center.client);
  const paths = testFilePaths().filter(isNoInstance);
  const oneOfEach = new Map(paths.map((path) => [/DICOMDIR/.test(path) ? 'directory' : path, path]));
  for (const path of isDeep ? paths : oneOfEach.values()) {
    const form = examForm(center.patient.patientId, Buffer.from(testFile(path)));
    const response = await center.client.raw('POST', routes.center.uploadExam.path, { body: form });
    const body = await response.json();
    if (response.status !== 201) {
      expect(body.message, path).toMatch(/\w+ \w+/);
      continue;
    }
    await waitForIndexing(center, body.id);
    await page.goto(screenPath('examView', { examId: body.id }));
    const status = page.getByRole('status').filter({ has: page.getByRole('heading') });
    await expect(status.or(page.locator('[data-drawn=true]')), path).toBeVisible();
  }
});

test('shows a message for a frame that a file declares but does not contain', async ({ browser, testApp }) => {
  const path = (name: string) => testFilePaths().find((one) => one.endsWith(`/${name}`)) ?? '';
  const changedFile = Buffer.from(testFile(path('SC_rgb_rle_2frame.dcm')));
  const count = changedFile.indexOf(Buffer.from([0x28, 0, 0x08, 0, 0x49, 0x53])); // (0028,0008), IS
  changedFile.write('9 ', count + 8, 'latin1');
  const uid = instanceUidOf(path('SC_rgb_rle_2frame.dcm'));
  const other = Buffer.from(testFile(path('SC_rgb_rle_2frame.dcm')));
  for (let at = other.indexOf(uid); at >= 0; at = other.indexOf(uid, at + 1)) other.write('9', at + uid.length - 1);
  const members = [
    { name: 'claiming', content: changedFile },
    { name: 'other', content: other },
  ];
  const { patientId } = center.patient;
  const archive = Buffer.from(buildZip(members));
  const examId = await uploadExam(center.client, patientId, archive, { mismatchReason: 'Test files' });
  const { series } = await waitForIndexing(center, examId);
  expect(series.map(({ frames }) => frames)).toEqual([4]);
  const page = await openPage(browser, testApp, center.client);
  // a late event stream would make the page fetch the exam again
  await page.route(`**${routes.portal.events.path}*`, (route) => route.abort());
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await page.goto(screenPath('examView', { examId }));
  const slider = page.getByRole('slider', { name: 'Position in the series' });
  await expect(slider).toHaveAttribute('aria-valuemax', '6'); // two of them are missing
  const missing = page.locator('section[data-fault=missing]');
  for (let at = 1; at <= 6 && !(await missing.isVisible()); at++) {
    await page.keyboard.press(at === 1 ? 'Home' : 'ArrowDown');
    await expect(slider).toHaveAttribute('aria-valuenow', String(at));
    await expect(page.locator('section[data-settled=true]')).toBeVisible();
  }
  await expect(missing.getByText('does not contain it')).toBeVisible();
  await expect(missing.getByRole('button', { name: 'Download' })).toBeVisible();
  await expect.poll(() => requestedUrls.filter((url) => /\/frames\/[34]\b/.test(url)).length).toBeGreaterThanOrEqual(2);
  const ofExam = requestedUrls.filter((url) => url.endsWith(fillPath(routes.exams.examToOpen.path, { id: examId })));
  expect(ofExam.length, 'the exam is fetched at most once more').toBeLessThanOrEqual(2);
  await page.context().close();
});

/** One file for each encoding and kind of image: colors, doses, multiple frames, palettes, signed values. */
const sampleFiles = [
  'CT_small.dcm',
  'MR_small_RLE.dcm',
  'MR_small_bigendian.dcm',
  'MR_small_jpeg_ls_lossless.dcm',
  'image_dfl.dcm',
  'JPEG2000.dcm',
  'JPGExtended.dcm',
  'SC_rgb_jpeg_dcmtk.dcm',
  'SC_rgb_rle_2frame.dcm',
  'SC_ybr_full_422_uncompressed.dcm',
  'liver_expb_1frame.dcm',
  'rtdose.dcm',
];

/** Uses zoom, keyboard measuring, tags and cine on the visible series, and resets them. */
async function useAllTools(page: Page, name: string): Promise<void> {
  const pane = page.locator('section[data-exam]').first();
  const result = pane.getByRole('status');
  await expect(pane, name).toHaveAttribute('data-drawn', 'true');
  await expect(pane, name).toContainText('Zoom 100 %');
  await page.keyboard.press('+');
  await expect(pane, name).not.toContainText('Zoom 100 %');
  await page.keyboard.press('0');
  await expect(pane, name).toContainText('Zoom 100 %');
  // else Enter would press the focused series button again
  await pane.getByRole('img').first().focus();
  for (const key of ['l', 'Enter']) await page.keyboard.press(key);
  await expect(result, name).toContainText('Enter sets the first point');
  for (const key of ['Enter', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await expect(result, name).toContainText(/arrow keys move point 2/);
  await page.keyboard.press('Enter');
  await expect(result, name).toContainText(/Length set\. \d/);
  await page.keyboard.press('Delete');
  await page.keyboard.press('Escape');
  await expect(pane.locator('svg text'), name).toHaveCount(0);
  await page.keyboard.press('g');
  await page.getByRole('searchbox').fill('00080018');
  await expect(page.getByRole('dialog'), name).toContainText('(0008,0018)');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const slider = page.getByRole('slider', { name: 'Position in the series' });
  if ((await slider.count()) === 0) return;
  await page.keyboard.press('Home');
  await expect(slider, name).toHaveAttribute('aria-valuenow', '1');
  await page.keyboard.press('ArrowDown');
  await expect(slider, name).toHaveAttribute('aria-valuenow', '2');
  const speed = page.getByRole('button', { name: /^Speed/ });
  await page.keyboard.press('c');
  await expect(speed, name).toBeVisible();
  await page.keyboard.press('c');
  await expect(speed, name).toHaveCount(0);
}

/** Uses tools at phone size: one image, tools at the bottom. */
async function useOnPhone(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const pane = page.locator('section[data-exam]').first();
  await expect(pane, name).toHaveAttribute('data-drawn', 'true');
  await page.getByRole('button', { name: 'More' }).click();
  await page
    .getByRole('menuitemcheckbox', { name: 'Invert' })
    .or(page.getByRole('menuitem', { name: 'Invert' }))
    .click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(pane, name).toContainText('Zoom 100 %');
  await page.setViewportSize({ width: 1_440, height: 900 });
}

deepTest('uses every tool on files of every kind, on a phone too', async ({ browser, testApp }) => {
  const paths = testFilePaths().filter((path) => sampleFiles.some((name) => path.endsWith(`/${name}`)));
  expect(paths).toHaveLength(sampleFiles.length);
  const page = await openPage(browser, testApp, center.client);
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  let opened = 0;
  for (const archive of createArchives(paths)) {
    const { patientId } = center.patient;
    const examId = await uploadExam(center.client, patientId, archive.bytes, { mismatchReason: 'Test files' });
    const { series } = await waitForIndexing(center, examId);
    opened += series.reduce((sum, one) => sum + one.instances, 0);
    await navigateTo(page, screenPath('examView', { examId }));
    await expect(page.locator(`section[data-exam="${examId}"]`).first()).toBeVisible();
    for (const [turn, button] of (await page.locator('nav > ul').first().getByRole('button').all()).entries()) {
      const name = (await button.innerText()).replaceAll('\n', ' ');
      await button.click();
      await expect(button, name).toHaveAttribute('aria-pressed', 'true');
      await expect(page.locator('section[data-exam]').first(), name).toHaveAttribute('data-drawn', 'true');
      for (const use of selectByTurn(turn, [useAllTools, useOnPhone, undefined, undefined])) await use?.(page, name);
    }
  }
  expect(opened).toBe(paths.length);
  expect(pageErrors).toEqual([]);
});
