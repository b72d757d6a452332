import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { routes } from '@medcloud/contract';
import { createCenter, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { sizedDicom } from '@medcloud/server/test/harness/sized-dicom.ts';
import { tinyDicom } from '@medcloud/server/test/harness/tiny-dicom.ts';
import type { Page, Request } from '@playwright/test';
import { fullBrowser, hasFullBrowser } from '../harness/browsers.ts';
import { chooseOption } from '../harness/choose-option.ts';
import { createFixtures, type Fixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { expectFileChecked } from '../harness/expect-file-checked.ts';
import { openPage } from '../harness/open-page.ts';
import { writeTestFile } from '../harness/write-test-file.ts';
import { deepTest, expect, test } from '../test-app.ts';

/** Interrupted uploads resume from the last durable byte, resend at most one part, and store the same file. */

const partBytes = 4 * 1_048_576;
const file = Buffer.concat([...sizedDicom(3 * partBytes + 1_000)]);
const sha256 = createHash('sha256').update(file).digest('hex');
const parts = '**/api/medical-center/uploads/*';

// the light browser exits when a page stores a file handle
if (hasFullBrowser) test.use(fullBrowser);

let fixtures: Fixtures;
test.beforeAll(async ({ testApp }) => {
  fixtures = await createFixtures(testApp, 78);
});

/** Starts the upload of the large file through the page. */
async function startUpload(page: Page, name: string, { center }: Pick<Fixtures, 'center'> = fixtures): Promise<void> {
  await page.goto(`/medical-center/upload?patientId=${center.patient.patientId}`);
  await page.locator('input[type=file]').setInputFiles(await writeTestFile(name, file));
  await fillAndSend(page);
}

async function fillAndSend(page: Page): Promise<void> {
  await expectFileChecked(page);
  await chooseOption(page.getByRole('combobox', { name: 'Exam type' }), 'MRI');
  await page.getByLabel('Exam date').fill('2026-11-01');
  await page.getByRole('button', { name: 'Upload exam', exact: true }).click();
}

/** Queues files behind a running upload: two are created without a response, further ones wait for a free slot. */
async function queueUploads(page: Page, names: readonly string[]): Promise<void> {
  await page.route('**/api/medical-center/uploads', async (route) => {
    if (Number(route.request().headers()['upload-length']) > partBytes) await route.continue();
  });
  const { patientId } = fixtures.center.patient;
  for (const [seed, name] of names.entries()) {
    await page.getByRole('button', { name: 'Upload another exam' }).click();
    const file = { name, mimeType: '', buffer: tinyDicom({ patientName: '', seed: 50 + seed }) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('combobox', { name: 'Patient' }).fill(patientId);
    await page.getByRole('option', { name: patientId }).click();
    await fillAndSend(page);
  }
  const dock = page.getByRole('region', { name: 'Uploads' });
  await dock.getByRole('button', { name: 'Show 1 more' }).click();
  await expect(dock.getByText('Waiting in queue')).toBeVisible();
}

const parseOffset = (request: Request) => Number(request.headers()['upload-offset']);
const uploadedLink = (page: Page) => page.getByRole('region', { name: 'Uploads' }).getByRole('link', { name: /^View/ });

async function expectStored(name: string, { center }: Pick<Fixtures, 'center'> = fixtures): Promise<void> {
  const exams = await center.client.call(routes.center.examHistory, { query: {} });
  const stored = exams.filter(({ fileName }) => fileName === name);
  expect(stored).toMatchObject([{ sha256, fileSize: file.length }]);
}

deepTest(
  'resumes an upload without a click after a connection loss, and resends one part',
  async ({ testApp, browser }) => {
    const page = await openPage(browser, testApp, fixtures.center.client);
    const offsets: number[] = [];
    let cuts = 0;
    await page.route(parts, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      const offset = parseOffset(route.request());
      offsets.push(offset);
      if (offset !== partBytes || cuts > 0) return route.continue();
      cuts += 1;
      await route.abort('connectionreset');
    });
    await startUpload(page, 'cut.dcm');
    await expect(uploadedLink(page)).toBeVisible();
    expect(offsets).toEqual([0, partBytes, partBytes, 2 * partBytes, 3 * partBytes]);
    await expectStored('cut.dcm');
  },
);

deepTest(
  'resumes an upload without a click after a server restart, and resends one part',
  async ({ browser, startOwnApp }) => {
    const own = await startOwnApp();
    const person = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: '+306900080010' };
    const admin = await signInAdmin(own.testApp);
    const center = await createCenter(own.testApp, admin, { name: 'Ιατρική', number: 80, ...person });
    const page = await openPage(browser, own.testApp, center.client);
    const offsets: number[] = [];
    let isDown = false;
    await page.route(parts, async (route) => {
      if (route.request().method() === 'PATCH') {
        offsets.push(parseOffset(route.request()));
        if (offsets.at(-1) === 2 * partBytes && !isDown) {
          isDown = true;
          await own.stop(); // half has arrived: the part in flight finds no server
        }
      }
      await route.continue();
    });
    await startUpload(page, 'restarted.dcm', { center });
    await expect(page.getByRole('region', { name: 'Uploads' }).getByText('Waiting for the connection')).toBeVisible();
    await own.start();
    await expect(uploadedLink(page)).toBeVisible();
    expect(offsets).toEqual([0, partBytes, 2 * partBytes, 2 * partBytes, 3 * partBytes]);
    await expectStored('restarted.dcm', { center });
    await page.close();
  },
);

deepTest('pauses and resumes an upload', async ({ testApp, browser }) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  let isHolding = true;
  await page.route(parts, async (route) => {
    if (isHolding && route.request().method() === 'PATCH' && parseOffset(route.request()) > 0) return;
    await route.continue();
  });
  await startUpload(page, 'paused.dcm');
  const dock = page.getByRole('region', { name: 'Uploads' });
  await dock.getByRole('button', { name: 'Pause upload of paused.dcm' }).click();
  await expect(dock.getByText(/^Paused ·/)).toBeVisible();
  isHolding = false;
  await dock.getByRole('button', { name: 'Resume upload of paused.dcm' }).click();
  await expect(uploadedLink(page)).toBeVisible();
  await expectStored('paused.dcm');
});

test('resumes an upload after the page was closed, once the same file is chosen again', async ({
  testApp,
  browser,
}) => {
  const first = await openPage(browser, testApp, fixtures.center.client);
  const queuedNames = ['second.dcm', 'third.dcm', 'fourth.dcm'];
  const { page, offsets } = await reopenAt(first, 2 * partBytes, async () => {
    await startUpload(first, 'closed.dcm');
    await queueUploads(first, queuedNames);
  });
  const dock = page.getByRole('region', { name: 'Uploads' });
  await dock.getByRole('button', { name: 'Show 1 more' }).click();
  // in the order of the requests, including the fourth, which had not started
  await expect(dock.getByRole('listitem')).toContainText(['closed.dcm', ...queuedNames]);
  await expect(dock.getByText('Interrupted. Choose the file again')).toHaveCount(4);
  await expectAccessible(page);
  for (const name of queuedNames) await dock.getByRole('button', { name: `Dismiss ${name}` }).click();
  const choose = async (buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await dock.getByRole('button', { name: 'Choose file to resume: closed.dcm' }).click();
    await (await chooser).setFiles(await writeTestFile('closed.dcm', buffer));
  };
  const other = Buffer.from(file);
  other[partBytes + 7] = (other[partBytes + 7] ?? 0) ^ 1;
  await choose(other);
  await expect(dock.getByText('This is a different file.')).toBeVisible();
  await choose(file);
  await expect(uploadedLink(page)).toBeVisible();
  // the browser may send the held part while the page closes: two or three of four parts have arrived
  expect(offsets[0]).toBeGreaterThanOrEqual(2 * partBytes);
  expect(offsets.length).toBeLessThanOrEqual(2);
  await expectStored('closed.dcm');
  await page.goto('/medical-center/patients');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(dock).toHaveCount(0);
});

test('resumes an upload with one click after a reload if the browser kept a file handle', async ({
  testApp,
  browser,
}) => {
  test.skip(!hasFullBrowser, 'the light browser exits when a page stores a file handle');
  const first = await openPage(browser, testApp, fixtures.center.client);
  const { page, offsets } = await reopenAt(first, partBytes, async () => {
    await first.goto(`/medical-center/upload?patientId=${fixtures.center.patient.patientId}`);
    await expect(first.getByRole('heading', { level: 1 })).toBeVisible();
    await provideFileHandle(first, 'handle.dcm');
    await first.getByRole('button', { name: 'Choose files' }).click();
    await fillAndSend(first);
  });
  const dock = page.getByRole('region', { name: 'Uploads' });
  await expect(dock.getByText('Interrupted. Resume to continue where it stopped.')).toBeVisible();
  await expectAccessible(page);
  await dock.getByRole('button', { name: 'Resume upload of handle.dcm' }).click();
  await expect(uploadedLink(page)).toBeVisible();
  expect(offsets[0]).toBeGreaterThanOrEqual(partBytes);
  await expectStored('handle.dcm');
  await page.close();
});

test('resumes a folder with one click after a reload, and only if its files are unchanged', async ({
  testApp,
  browser,
}) => {
  test.skip(!hasFullBrowser, 'the light browser exits when a page stores a file handle');
  const first = await openPage(browser, testApp, fixtures.center.client);
  const { page: second } = await reopenAt(first, partBytes, async () => {
    await first.goto(`/medical-center/upload?patientId=${fixtures.center.patient.patientId}`);
    await expect(first.getByRole('heading', { level: 1 })).toBeVisible();
    await provideFolderHandle(first);
    await first.getByRole('button', { name: 'Choose folder' }).click();
    await expect(first.getByText('3 files')).toBeVisible();
    await fillAndSend(first);
  });
  const resume = (page: Page) =>
    page.getByRole('region', { name: 'Uploads' }).getByRole('button', { name: 'Resume upload of disk.zip' });
  await expectAccessible(second);
  const { page: third, offsets } = await reopenAt(second, 2 * partBytes, () => resume(second).click());
  await changeSlice(third);
  await resume(third).click();
  const dock = third.getByRole('region', { name: 'Uploads' });
  await expect(dock.getByText('The contents of this folder are different.')).toBeVisible();
  await expectAccessible(third);
  const chooser = third.waitForEvent('filechooser');
  await dock.getByRole('button', { name: 'Choose folder to resume: disk.zip' }).click();
  await (await chooser).setFiles(await writeDiskFolder());
  await expect(uploadedLink(third)).toBeVisible();
  expect(offsets[0]).toBeGreaterThanOrEqual(2 * partBytes);
  const exams = await fixtures.center.client.call(routes.center.examHistory, { query: {} });
  const [exam] = exams.filter(({ fileName }) => fileName === 'disk.zip');
  const response = await fixtures.center.client.raw('GET', `/api/download/${exam?.id}`);
  const archive = Buffer.from(await response.arrayBuffer());
  expect(createHash('sha256').update(archive).digest('hex')).toBe(exam?.sha256);
  // stored without compression, so the bytes appear unchanged; other files are skipped
  expect(diskFiles.map(({ bytes }) => archive.includes(bytes))).toEqual([true, true, false]);
  await third.close();
});

/**
 * Closes a page once the part at `offset` is in flight, and opens another. Returns it with the offsets of the parts it
 * sends.
 */
async function reopenAt(
  first: Page,
  offset: number,
  send: () => Promise<void>,
): Promise<{ page: Page; offsets: number[] }> {
  const partHeld = Promise.withResolvers<void>();
  await first.route(parts, async (route) => {
    if (route.request().method() !== 'PATCH' || parseOffset(route.request()) < offset) return route.continue();
    partHeld.resolve();
  });
  await send();
  await partHeld.promise;
  const context = first.context();
  await first.close();
  const page = await context.newPage();
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(parseOffset(request));
  });
  await page.goto('/medical-center/dashboard');
  return { page, offsets };
}

const createSlice = (seed: number, size: number) =>
  Buffer.concat([tinyDicom({ patientName: '', seed }), Buffer.alloc(size, `pixels of ${seed}`)]);
const diskFiles = [
  { name: 'IM1', bytes: createSlice(31, 2 * partBytes) },
  { name: 'IM2', bytes: createSlice(32, partBytes + 1_000) },
  { name: 'LIESMICH.TXT', bytes: Buffer.from('Of the workstation that wrote this disk.') },
];

async function writeDiskFolder(): Promise<string> {
  await mkdir(test.info().outputPath('disk'), { recursive: true });
  for (const { name, bytes } of diskFiles) await writeTestFile(`disk/${name}`, bytes);
  return test.info().outputPath('disk');
}

/** As `provideFileHandle`, with a folder of the browser's own file system. */
async function provideFolderHandle(page: Page): Promise<void> {
  await writeDiskFolder();
  await page.evaluate(() => {
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', multiple: true, id: 'hand-over' });
    document.body.append(input);
  });
  await page.locator('#hand-over').setInputFiles(diskFiles.map(({ name }) => test.info().outputPath('disk', name)));
  await page.locator('#hand-over').evaluate(async (input: HTMLInputElement) => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('disk', { create: true });
    for (const file of input.files ?? []) {
      const writing = await (await folder.getFileHandle(file.name, { create: true })).createWritable();
      await writing.write(file);
      await writing.close();
    }
    Object.assign(window, { showDirectoryPicker: async () => folder });
    input.remove();
  });
}

/** Changes the last byte of the second slice. */
async function changeSlice(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('disk');
    const slice = await folder.getFileHandle('IM2');
    const position = (await slice.getFile()).size - 1;
    const writing = await slice.createWritable({ keepExistingData: true });
    await writing.write({ type: 'write', position, data: '!' });
    await writing.close();
  });
}

/** Replaces the file picker, which needs a person, by a real handle of the browser's own file system. */
async function provideFileHandle(page: Page, name: string): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'hand-over';
    document.body.append(input);
  });
  await page.locator('#hand-over').setInputFiles(await writeTestFile(name, file));
  await page.locator('#hand-over').evaluate(async (input: HTMLInputElement, fileName) => {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle(fileName, { create: true });
    const writing = await handle.createWritable();
    const [chosen] = input.files ?? [];
    if (chosen) await writing.write(chosen);
    await writing.close();
    Object.assign(window, { showOpenFilePicker: async () => [handle] });
    input.remove();
  }, name);
}
