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

/** What the panes show stays: through the planes, another layout, a turn of the device, and a reload. */

const [first] = persons;
if (!first) throw new Error('Expected at least one phantom person.');
const patient = first;

const test = testWithFixtures(53);

const exams = { current: '', prior: '' };
test.beforeAll(async ({ fixturesFor }) => {
  const fixtures = await fixturesFor(53);
  exams.prior = await upload(fixtures, '2025-01-15', 4);
  exams.current = await upload(fixtures, '2026-03-20', 5);
});

async function upload(
  { center: { client, patient: owner } }: Fixtures,
  examDate: string,
  seed: number,
): Promise<string> {
  const archive = Buffer.concat(await Array.fromAsync(zipOf([...ctVolume({ seed, patient, slices: 16 })])));
  const options = { examType: 'ct', examDate, mismatchReason: 'A phantom' } as const;
  const id = await uploadExam(client, owner.patientId, archive, options);
  await waitUntil(async () => (await client.call(routes.exams.examToOpen, { params: { id } })).exam.viewable);
  return id;
}

const paneAt = (page: Page, place: number) => page.locator('section[data-phase]').nth(place);

/** Returns what each visible pane shows: exam, image, window, zoom, and the patient's sides at the image's edges. */
const readPanes = (page: Page): Promise<string[]> =>
  page.locator('section[data-phase="image"]').evaluateAll((panes) =>
    panes.map((pane) => {
      const textsOf = (selector: string) => [...pane.querySelectorAll(selector)].map((one) => one.textContent ?? '');
      const view = textsOf('p').filter((text) => /^(W -?\d|Zoom)/.test(text));
      const sides = textsOf('div[aria-hidden="true"] > span').join('');
      const images = ['data-exam', 'data-instance'].map((name) => pane.getAttribute(name)?.slice(-12));
      return [...images, ...new Set(view), sides].join(' ');
    }),
  );

async function expectPanes(page: Page, panes: readonly string[]): Promise<void> {
  for (let place = 0; place < panes.length; place += 1)
    await expect(paneAt(page, place)).toHaveAttribute('data-drawn', 'true');
  await expect.poll(() => readPanes(page)).toEqual(panes);
}

async function chooseLayout(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Layout/ }).click();
  await page.getByRole('menuitemcheckbox', { name }).click();
}

/** Waits until the history entry has what the viewer shows. */
const expectSaved = (page: Page, mode: 'images' | 'mpr') =>
  expect.poll(() => page.evaluate(() => window.history.state?.usr?.viewer?.mode)).toBe(mode);

test('keeps series, images, windows and rotations through planes, layouts, a turn and a reload', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client, { width: 1440, height: 900 });
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(`${screenPath('examView', { examId: exams.current })}?with=${exams.prior}`);
  for (const place of [0, 1]) await expect(paneAt(page, place)).toHaveAttribute('data-drawn', 'true');
  const pressAll = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // the second pane turns by itself; slices, window and scale follow the first one
  await pressAll('ArrowDown', 'ArrowDown', 'ArrowDown', '2', 't', '+', 'Shift+ArrowRight', 'o', 'f', 'o');
  await expect(paneAt(page, 1)).toContainText('W 1500 L -550');
  for (const place of [0, 1]) await expect(paneAt(page, place)).toContainText('Slice 11 of 16');
  await expect
    .poll(async () => (await readPanes(page)).map((pane) => pane.split(' ').at(-1)))
    .toEqual(['RLPA', 'APLR']);
  const panes = await readPanes(page);
  expect(panes.map((pane) => pane.split(' ')[0])).toEqual([exams.current, exams.prior].map((id) => id.slice(-12)));

  await page.keyboard.press('m');
  await expect(page.locator('main[data-mpr=standing]')).toBeVisible();
  await page.keyboard.press('m');
  await expectPanes(page, panes);

  await chooseLayout(page, '2 × 2');
  await expect(page.locator('section[data-phase]')).toHaveCount(4);
  await expectPanes(page, panes);
  await chooseLayout(page, '1 × 1');
  await expectPanes(page, panes.slice(0, 1));
  await chooseLayout(page, '1 × 2');
  await expectPanes(page, panes);

  await page.setViewportSize({ width: 390, height: 844 });
  await expectPanes(page, panes.slice(0, 1));
  for (const [width, height] of [
    [844, 390],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectPanes(page, panes);
  }

  await expectSaved(page, 'images');
  await page.reload();
  await expectPanes(page, panes);

  await page.locator('section[data-phase]').first().click();
  await page.keyboard.press('m');
  await expect(page.locator('main[data-mpr=standing]')).toBeVisible();
  await expectSaved(page, 'mpr');
  await page.reload();
  await expect(page.locator('main[data-mpr=standing]')).toBeVisible();
  await page.keyboard.press('m');
  await expectPanes(page, panes);

  // Back leads to the page before, and Forward to the same images
  await page.goto(screenPath('doctorDashboard', {}));
  await page.goBack();
  await expectPanes(page, panes);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('leaves the first pane where it is while the second one, now active, still loads slices on its way', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client, { width: 1440, height: 900 });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  let requests = 0;
  await page.route(`**/${exams.prior}/**/frames/**`, async (route) => {
    requests += 1;
    if (requests > 1) await isReleased;
    await route.continue();
  });
  await page.goto(`${screenPath('examView', { examId: exams.current })}?with=${exams.prior}`);
  for (const place of [0, 1]) await expect(paneAt(page, place)).toHaveAttribute('data-drawn', 'true');
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(paneAt(page, 0)).toContainText('Slice 11 of 16');
  await page.keyboard.press('o');
  const slices = await page.evaluateHandle(() => {
    const shown: (string | undefined)[] = [];
    const [pane] = document.querySelectorAll('section[data-phase]');
    if (!pane) throw new Error('The pane is not there.');
    const note = () => shown.push(/Slice \d+/.exec(pane.textContent ?? '')?.[0]);
    new MutationObserver(note).observe(pane, { childList: true, subtree: true, characterData: true });
    note();
    return shown;
  });
  release();
  await expect(paneAt(page, 1)).toContainText('Slice 11 of 16');
  await expect(paneAt(page, 1)).toContainText('16 of 16 loaded');
  expect(new Set(await slices.jsonValue())).toEqual(new Set(['Slice 11']));

  // the pane leads as soon as it is moved itself
  await page.keyboard.press('ArrowDown');
  for (const place of [0, 1]) await expect(paneAt(page, place)).toContainText('Slice 12 of 16');
  await page.context().close();
});

test('opens the image of a link in its window, also beside a prior exam, and says if it is not there', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client, { width: 1440, height: 900 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const comparison = `${screenPath('examView', { examId: exams.current })}?with=${exams.prior}`;
  await page.goto(comparison);
  await expect(paneAt(page, 1)).toHaveAttribute('data-drawn', 'true');
  await page.keyboard.press('o');
  for (const key of ['End', 'Alt+ArrowRight']) await page.keyboard.press(key);
  await expect(paneAt(page, 1)).toContainText('W 420 L 40');
  await expect(paneAt(page, 1)).toHaveAttribute('data-drawn', 'true');
  const [, prior = ''] = await readPanes(page);
  await page.keyboard.press('j');
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/view\?with=[0-9a-f-]+#image=[0-9.]+\/1&window=420,40$/);

  const other = await page.context().newPage();
  await other.goto(link);
  await expect.poll(async () => (await readPanes(other))[1]).toBe(prior);
  await expect(paneAt(other, 0)).toHaveAttribute('data-drawn', 'true');

  const own = link.replace(/\?with=[^#]+/, '');
  await other.goto(own);
  await expect(other.getByText('This image is not in the exam.')).toBeVisible();
  await expect(paneAt(other, 0)).toHaveAttribute('data-drawn', 'true');
  const instance = await paneAt(other, 0).getAttribute('data-instance');
  await other.keyboard.press('Home');
  await expect(paneAt(other, 0)).not.toHaveAttribute('data-instance', instance ?? '');
  await other.evaluate((hash) => window.location.assign(hash), `#image=${instance}/1&window=80,40`);
  await expect(paneAt(other, 0)).toHaveAttribute('data-instance', instance ?? '');
  await expect(paneAt(other, 0)).toContainText('W 80 L 40');
  await page.context().close();
});

test('shows a series in any pane: dragged, by a press on the pane, and by its number', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client, { width: 1440, height: 900 });
  await page.goto(`${screenPath('examView', { examId: exams.current })}?with=${exams.prior}`);
  await expect(paneAt(page, 1)).toHaveAttribute('data-drawn', 'true');
  await chooseLayout(page, '2 × 2');
  const series = page.locator('[data-series-button]');
  const shown = async () =>
    await page
      .locator('section[data-pane]')
      .evaluateAll((panes) => panes.map((pane) => pane.hasAttribute('data-series') && pane.getAttribute('data-exam')));
  const { current, prior } = exams;

  // the first series of the prior exam, from the rail to the fourth pane
  const [from, to] = [await series.last().boundingBox(), await paneAt(page, 3).boundingBox()];
  if (!from || !to) throw new Error('The series and the pane are not visible.');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 100, to.y + 100, { steps: 5 });
  await page.mouse.up();
  await expect.poll(shown).toEqual([current, prior, false, prior]);
  await expect(paneAt(page, 3)).toHaveAttribute('data-drawn', 'true');

  // canceled, it changes nothing
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 100, 300, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await shown()).toEqual([current, prior, false, prior]);

  await page.getByRole('button', { name: 'Choose a pane' }).first().click();
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Show .+ in viewport 3$/ }).click();
  await expect.poll(shown).toEqual([current, prior, current, prior]);

  // by keys: to the list, to the last series, into the first pane, and back to the image
  for (const key of ['q', 'ArrowDown', '1']) await page.keyboard.press(key);
  await expect.poll(shown).toEqual([prior, prior, current, prior]);
  await expect(paneAt(page, 0)).toHaveAttribute('data-drawn', 'true');
  await page.keyboard.press('Escape');
  const instance = await paneAt(page, 0).getAttribute('data-instance');
  await page.keyboard.press('ArrowDown');
  await expect(paneAt(page, 0)).not.toHaveAttribute('data-instance', instance ?? '');
  await page.context().close();
});

test('drags a series by touch on a tablet', async ({ browser, testApp, fixtures }) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client, { width: 1024, height: 768 });
  const { current, prior } = exams;
  await page.goto(`${screenPath('examView', { examId: current })}?with=${prior}`);
  await expect(paneAt(page, 1)).toHaveAttribute('data-drawn', 'true');
  const [from, to] = [
    await page.locator('[data-series-button]').first().boundingBox(),
    await paneAt(page, 1).boundingBox(),
  ];
  if (!from || !to) throw new Error('The series and the pane are not visible.');
  const touch = await page.context().newCDPSession(page);
  const points = [0, 0.1, 0.5, 1].map((part) => ({
    x: from.x + 20 + part * (to.x + 100 - from.x - 20),
    y: from.y + 20 + part * (to.y + 100 - from.y - 20),
  }));
  for (const [step, point] of points.entries())
    await touch.send('Input.dispatchTouchEvent', {
      type: step === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [point],
    });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(paneAt(page, 1)).toHaveAttribute('data-exam', current);
  await expect(paneAt(page, 1)).toHaveAttribute('data-drawn', 'true');
  await page.context().close();
});

test('shows a pair one after the other on a phone, by a swipe and by the days', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const page = await openPage(browser, testApp, fixtures.doctor.client, { language: 'el', width: 390, height: 844 });
  const { current, prior } = exams;
  await page.goto(`${screenPath('examView', { examId: current })}?with=${prior}`);
  await expect(page.locator('section[data-pane]')).toHaveCount(1);
  await expect(paneAt(page, 0)).toHaveAttribute('data-exam', current);
  await expect.poll(() => page.evaluate(() => window.history.state?.usr?.viewer?.panes[1]?.examId)).toBe(prior);
  const box = await paneAt(page, 0).boundingBox();
  if (!box) throw new Error('The pane is not visible.');
  const touch = await page.context().newCDPSession(page);
  const swipe = async (across: number) => {
    const [x, y] = [box.x + box.width / 2 - across / 2, box.y + 200];
    const points = [0, 0.5, 1].map((part) => ({ x: x + part * across, y: y + 4 * part }));
    for (const [step, point] of points.entries())
      await touch.send('Input.dispatchTouchEvent', {
        type: step === 0 ? 'touchStart' : 'touchMove',
        touchPoints: [point],
      });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe(-150);
  await expect(paneAt(page, 0)).toHaveAttribute('data-exam', prior);
  await expect(paneAt(page, 0)).toHaveAttribute('data-drawn', 'true');
  await expect(paneAt(page, 0)).toContainText('Προηγούμενη');
  await expect.poll(() => page.evaluate(() => window.history.state?.usr?.viewer?.active)).toBe(1);
  await page.reload();
  await expect(paneAt(page, 0)).toHaveAttribute('data-exam', prior);
  await expect(paneAt(page, 0)).toHaveAttribute('data-drawn', 'true');
  await swipe(150);
  await expect(paneAt(page, 0)).toHaveAttribute('data-exam', current);
  await page.getByRole('group', { name: 'Εξέταση προς προβολή' }).getByRole('button').last().click();
  await expect(paneAt(page, 0)).toHaveAttribute('data-exam', prior);
  await expect(paneAt(page, 0)).toHaveAttribute('data-drawn', 'true');
  expect(await listViolations(page)).toEqual([]);
  await page.context().close();
});
