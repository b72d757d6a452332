import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { routes } from '@medcloud/contract';
import { screenPath } from '@medcloud/contract/screens';
import { uploadExam } from '@medcloud/server/test/cast.ts';
import type { Client } from '@medcloud/server/test/client.ts';
import { ctPictures, ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import { findBrowser } from '@medcloud/tools/browser.ts';
import { type Browser, chromium, type Page } from '@playwright/test';
import { openPortal } from '../portal.ts';
import { pageOf } from '../signed-in.ts';
import { setStage } from '../stage.ts';

/*
 * `npm run bench -- viewer-memory`: what a tab takes while somebody looks through 1,000 slices of 512 x 512, opens the three planes
 * and leaves them: its renderer's resident memory and its JavaScript heap. Ends with 1 where the tab takes more than it may.
 */

const slices = 1_000;
const drawn = 16; // pictures that are painted; the slices show them again and again
const mostMegabytes = 700; // issue 4
const everyMs = 250;
const megabyte = 1_048_576;
const runProgram = promisify(execFile);

/** Uploads the volume and waits until it can be looked at. */
async function prepare(client: Client, patientId: string): Promise<string> {
  const [patient] = persons;
  if (!patient) throw new Error('The phantom has no persons.');
  const pictures = [...ctPictures(7, drawn)];
  const all = Array.from({ length: slices }, (_, place) => pictures[place % drawn]).filter((one) => one !== undefined);
  const files = ctVolume({ seed: 7, patient, slices }, all);
  const id = await uploadExam(client, patientId, Buffer.concat(await Array.fromAsync(zipOf(files, { deflate: true }))));
  for (;;) {
    const { exam } = await client.call(routes.exams.examToOpen, { params: { id } });
    if (exam.viewable) return id;
    if (exam.viewingFault) throw new Error(`The volume cannot be viewed: ${exam.viewingFault}`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** Resident megabytes of each kind of the browser's processes: of renderers the largest, which is the tab's. */
async function residentOf(browser: Browser): Promise<{ renderer: number; gpu: number }> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const resident = async (type: string) => {
    const pids = processInfo.filter((one) => one.type === type).map(({ id }) => String(id));
    if (pids.length === 0) return 0;
    const { stdout } = await runProgram('ps', ['-o', 'rss=', '-p', pids.join(',')]);
    return Math.max(...stdout.trim().split('\n').map(Number)) / 1_024;
  };
  return { renderer: await resident('renderer'), gpu: await resident('GPU') };
}

/** The most that the tab took during some work, and what its JavaScript held at the end. */
async function during(name: string, browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  let [peak, gpu] = [0, 0];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const now = await residentOf(browser);
      peak = Math.max(peak, now.renderer);
      gpu = Math.max(gpu, now.gpu);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  isOver = true;
  await watching;
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const heap = (metrics.find((metric) => metric.name === 'JSHeapUsedSize')?.value ?? 0) / megabyte;
  console.log(
    `viewer-memory: ${name}: tab ${Math.round(peak)} MB at most, JavaScript heap ${Math.round(heap)} MB, graphics process ${Math.round(gpu)} MB (${seconds.toFixed(1)} s)`,
  );
  return peak;
}

const isDrawn = 'section[data-phase][data-drawn=true]';

/** Presses one key and waits until the next picture stands, as often as there are pictures. */
async function leafThroughAll(page: Page): Promise<void> {
  await page.keyboard.press('Home');
  await page.locator(`${isDrawn} [role=slider][aria-valuenow="1"]`).waitFor();
  await page.evaluate(async (count) => {
    const stands = (number: number) =>
      document.querySelector(`section[data-drawn=true] [role=slider][aria-valuenow="${number}"]`) !== null;
    for (let number = 2; number <= count; number++) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', code: 'ArrowDown', bubbles: true }));
      while (!stands(number)) await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, slices);
}

async function look(browser: Browser, page: Page, examId: string): Promise<number> {
  page.setDefaultTimeout(600_000);
  const peaks = [
    await during('opened, first picture', browser, page, async () => {
      await page.goto(screenPath('examView', { examId }));
      await page.locator(isDrawn).waitFor();
    }),
    await during(`leafed through ${slices} slices`, browser, page, () => leafThroughAll(page)),
    await during('three planes built and leafed', browser, page, async () => {
      await page.keyboard.press('m');
      await page.locator('main[data-mpr=standing]').waitFor();
      for (let place = 0; place < 20; place++) await page.keyboard.press('PageUp');
    }),
    await during('planes left, picture stands', browser, page, async () => {
      await page.keyboard.press('m');
      await page.locator(isDrawn).waitFor();
    }),
    await during('leafed through all once more', browser, page, () => leafThroughAll(page)),
  ];
  return Math.max(...peaks);
}

async function main(): Promise<void> {
  const { executablePath, args, env } = await findBrowser();
  const { portal, close } = await openPortal();
  const browser = await chromium.launch({ executablePath, args: [...args], env: { ...env } });
  try {
    const { center } = await setStage(portal, 71);
    const examId = await prepare(center.client, center.patient.patientId);
    const page = await pageOf(browser, portal, center.client, { width: 1440, height: 900 });
    const peak = await look(browser, page, examId);
    console.log(`viewer-memory: ${Math.round(peak)} MB at most of ${mostMegabytes}`);
    if (peak > mostMegabytes) process.exitCode = 1;
  } finally {
    await browser.close();
    await close();
  }
}

await main();
