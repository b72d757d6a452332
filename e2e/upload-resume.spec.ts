import { createHash } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { makeCenter, signInAdmin } from '@medcloud/server/test/cast.ts';
import { sizedDicom } from '@medcloud/server/test/sized-dicom.ts';
import type { Page, Request } from '@playwright/test';
import { accessible } from './accessible.ts';
import { expect, openPortal, test } from './portal.ts';
import { pageOf } from './signed-in.ts';
import { type Stage, setStage } from './stage.ts';

/** Uploads that are cut go on from the byte that arrived, with at most one part sent again, and end as the same file. */

const partBytes = 4 * 1_048_576;
const file = Buffer.concat([...sizedDicom(3 * partBytes + 1_000)]);
const sha256 = createHash('sha256').update(file).digest('hex');
const parts = '**/api/medical-center/uploads/*';

let stage: Stage;
test.beforeAll(async ({ portal }) => {
  stage = await setStage(portal, 78);
});

/** Begins the upload of the large file, as its user does. */
async function begin(page: Page, name: string, { center }: Pick<Stage, 'center'> = stage): Promise<void> {
  await page.goto(`/medical-center/upload?patientId=${center.patient.patientId}`);
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/dicom', buffer: file });
  await fillAndSend(page);
}

async function fillAndSend(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Exam type' }).click();
  await page.getByRole('option', { name: 'MRI' }).click();
  await page.getByLabel('Exam date').fill('2026-11-01');
  await page.getByRole('button', { name: 'Upload Exam', exact: true }).click();
}

const offsetOf = (request: Request) => Number(request.headers()['upload-offset']);
const ended = (page: Page) => page.getByRole('region', { name: 'Uploads' }).getByRole('link', { name: /^View/ });

async function isKept(name: string, { center }: Pick<Stage, 'center'> = stage): Promise<void> {
  const exams = await center.client.call(routes.center.examHistory, { query: {} });
  const kept = exams.filter(({ fileName }) => fileName === name);
  expect(kept).toMatchObject([{ sha256, fileSize: file.length }]);
}

test('an upload whose connection breaks goes on by itself, with one part sent again', async ({ portal, browser }) => {
  const page = await pageOf(browser, portal, stage.center.client);
  const offsets: number[] = [];
  let cuts = 0;
  await page.route(parts, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    const offset = offsetOf(route.request());
    offsets.push(offset);
    if (offset !== partBytes || cuts > 0) return route.continue();
    cuts += 1;
    await route.abort('connectionreset');
  });
  await begin(page, 'cut.dcm');
  await expect(ended(page)).toBeVisible({ timeout: 60_000 });
  expect(offsets).toEqual([0, partBytes, partBytes, 2 * partBytes, 3 * partBytes]);
  await isKept('cut.dcm');
});

test('an upload goes on by itself once the portal is up again, with one part sent again', async ({ browser }) => {
  const own = await openPortal();
  const person = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: '+306900080010' };
  const admin = await signInAdmin(own.portal);
  const center = await makeCenter(own.portal, admin, { name: 'Ιατρική', number: 80, ...person });
  const page = await pageOf(browser, own.portal, center.client);
  const offsets: number[] = [];
  let isDown = false;
  await page.route(parts, async (route) => {
    if (route.request().method() === 'PATCH') {
      offsets.push(offsetOf(route.request()));
      if (offsets.at(-1) === 2 * partBytes && !isDown) {
        isDown = true;
        await own.stop(); // half has arrived: the part that is on its way meets no server
      }
    }
    await route.continue();
  });
  await begin(page, 'restarted.dcm', { center });
  await expect(page.getByRole('region', { name: 'Uploads' }).getByText('Waits for the connection')).toBeVisible();
  await own.start();
  await expect(ended(page)).toBeVisible({ timeout: 60_000 });
  expect(offsets).toEqual([0, partBytes, 2 * partBytes, 2 * partBytes, 3 * partBytes]);
  await isKept('restarted.dcm', { center });
  await page.close();
  await own.close();
});

test('an upload is paused and gone on with', async ({ portal, browser }) => {
  const page = await pageOf(browser, portal, stage.center.client);
  let holds = true;
  await page.route(parts, async (route) => {
    if (holds && route.request().method() === 'PATCH' && offsetOf(route.request()) > 0) return;
    await route.continue();
  });
  await begin(page, 'paused.dcm');
  const dock = page.getByRole('region', { name: 'Uploads' });
  await dock.getByRole('button', { name: 'Pause the upload of paused.dcm' }).click();
  await expect(dock.getByText(/^Paused ·/)).toBeVisible();
  holds = false;
  await dock.getByRole('button', { name: 'Go on with the upload of paused.dcm' }).click();
  await expect(ended(page)).toBeVisible({ timeout: 60_000 });
  await isKept('paused.dcm');
});

test('an upload whose page was closed goes on from the same byte once its own file is chosen again', async ({
  portal,
  browser,
}) => {
  const first = await pageOf(browser, portal, stage.center.client);
  const isHeld = Promise.withResolvers<void>();
  await first.route(parts, async (route) => {
    if (route.request().method() !== 'PATCH' || offsetOf(route.request()) < 2 * partBytes) return route.continue();
    isHeld.resolve();
  });
  await begin(first, 'closed.dcm');
  await isHeld.promise;
  const context = first.context();
  await first.close();
  const page = await context.newPage();
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(offsetOf(request));
  });
  await page.goto('/medical-center/dashboard');
  const dock = page.getByRole('region', { name: 'Uploads' });
  await expect(dock.getByText('Interrupted. Choose the file again')).toBeVisible();
  await accessible(page);
  const choose = async (buffer: Buffer) => {
    const asked = page.waitForEvent('filechooser');
    await dock.getByRole('button', { name: 'Choose the file closed.dcm again to go on' }).click();
    await (await asked).setFiles({ name: 'closed.dcm', mimeType: 'application/dicom', buffer });
  };
  const other = Buffer.from(file);
  other[partBytes + 7] = (other[partBytes + 7] ?? 0) ^ 1;
  await choose(other);
  await expect(dock.getByText('That is another file.')).toBeVisible();
  await choose(file);
  await expect(ended(page)).toBeVisible({ timeout: 60_000 });
  // the browser may still send the part that was held as its page closes: two or three of four had arrived
  expect(offsets[0]).toBeGreaterThanOrEqual(2 * partBytes);
  expect(offsets.length).toBeLessThanOrEqual(2);
  await isKept('closed.dcm');
  await page.goto('/medical-center/patients');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(dock).toHaveCount(0);
});

test('an upload of a file that the browser gave a handle of goes on after a reload at one press', async ({
  portal,
  browser,
}) => {
  const first = await pageOf(browser, portal, stage.center.client);
  const isHeld = Promise.withResolvers<void>();
  await first.route(parts, async (route) => {
    if (route.request().method() !== 'PATCH' || offsetOf(route.request()) < partBytes) return route.continue();
    isHeld.resolve();
  });
  await first.goto(`/medical-center/upload?patientId=${stage.center.patient.patientId}`);
  await expect(first.getByRole('heading', { level: 1 })).toBeVisible();
  await handOverByPicker(first, 'handle.dcm');
  await first.getByRole('button', { name: 'Choose file' }).click();
  await fillAndSend(first);
  await isHeld.promise;
  const context = first.context();
  await first.close();
  const page = await context.newPage();
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(offsetOf(request));
  });
  await page.goto('/medical-center/dashboard');
  const dock = page.getByRole('region', { name: 'Uploads' });
  await expect(dock.getByText('Interrupted. It goes on from the same byte.')).toBeVisible();
  await accessible(page);
  await dock.getByRole('button', { name: 'Go on with the upload of handle.dcm' }).click();
  await expect(ended(page)).toBeVisible({ timeout: 60_000 });
  expect(offsets[0]).toBeGreaterThanOrEqual(partBytes);
  await isKept('handle.dcm');
  await page.close();
});

/** A picker needs a person: here the page gets a real handle of the browser's own file system in its place. */
async function handOverByPicker(page: Page, name: string): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'hand-over';
    document.body.append(input);
  });
  await page.locator('#hand-over').setInputFiles({ name, mimeType: 'application/dicom', buffer: file });
  await page.locator('#hand-over').evaluate(async (input: HTMLInputElement, kept) => {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle(kept, { create: true });
    const writing = await handle.createWritable();
    const [chosen] = input.files ?? [];
    if (chosen) await writing.write(chosen);
    await writing.close();
    Object.assign(window, { showOpenFilePicker: async () => [handle] });
    input.remove();
  }, name);
}
