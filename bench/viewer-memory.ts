import { screenPath } from '@medcloud/contract/screens';
import { cookieName } from '@medcloud/server/src/http/server/credentials.ts';
import { type StandaloneApp, startStandaloneApp } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { type BrowserLaunch, findBrowser } from '@medcloud/tools/browser.ts';
import * as z from 'zod';
import { openTab, type Tab } from './viewer/tab.ts';
import { uploadVolume, type ViewedExam, waitForHtj2k } from './viewer/volume.ts';

/*
 * Claim: a tab that scrolls through 1,000 slices of 512 x 512, opens and closes three MPR planes, and scrolls through
 * all slices again stays under 700 MB; with the planes, under 480 MB and 1.2 times the volume's bytes. The figure is the
 * resident memory of its renderer, in Chromium with software graphics. It runs once with the images as uploaded and once
 * with HTJ2K images.
 */

const slices = 1_000;
const maxMegabytes = 700; // issue 4
const volumeMegabytes = slices * 0.5; // 512 x 512 values of 2 bytes each
const maxPlanesMegabytes = 480 + 1.2 * volumeMegabytes;
const everyMs = 250;
const megabyte = 1_048_576;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const metricsShape = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

/** Returns the tab's peak memory during `work` in megabytes, and prints its JavaScript heap at the end. */
async function measurePeak(name: string, tab: Tab, work: () => Promise<unknown>): Promise<number> {
  let [peak, gpu] = [0, 0];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const now = await tab.resident();
      peak = Math.max(peak, now.renderer);
      gpu = Math.max(gpu, now.gpu);
      await pause(everyMs);
    }
  })();
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  isOver = true;
  await watching;
  await tab.send('Performance.enable');
  const { metrics } = metricsShape.parse(await tab.send('Performance.getMetrics'));
  const heap = (metrics.find((metric) => metric.name === 'JSHeapUsedSize')?.value ?? 0) / megabyte;
  console.log(
    `viewer-memory: ${name}: tab ${Math.round(peak)} MB at most, JavaScript heap ${Math.round(heap)} MB, graphics process ${Math.round(gpu)} MB (${seconds.toFixed(1)} s)`,
  );
  return peak;
}

const drawnSelector = 'section[data-phase][data-drawn=true]';

/** Resolves once the selector matches an element. */
const waitForSelector = (tab: Tab, selector: string) =>
  tab.run(`const wanted = ${JSON.stringify(selector)};
    while (!document.querySelector(wanted)) await new Promise(requestAnimationFrame);`);

const press = (tab: Tab, key: string) =>
  tab.run(
    `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', code: '${key}', bubbles: true }));`,
  );

/** Scrolls through all slices with the arrow key and waits for each image. */
async function scrollThroughAll(tab: Tab): Promise<void> {
  await press(tab, 'Home');
  await waitForSelector(tab, `${drawnSelector} [role=slider][aria-valuenow="1"]`);
  await tab.run(`for (let number = 2; number <= ${slices}; number++) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', code: 'ArrowDown', bubbles: true }));
      while (!document.querySelector('${drawnSelector} [role=slider][aria-valuenow="' + number + '"]'))
        await new Promise(requestAnimationFrame);
    }`);
}

/** Returns the largest part of its limit that a step used. */
async function measureTab(tab: Tab, address: string): Promise<number> {
  const opened = await measurePeak('opened, first picture', tab, async () => {
    await tab.send('Page.navigate', { url: address });
    await pause(500); // until the previous page is unloaded
    await waitForSelector(tab, drawnSelector);
  });
  const scrolled = await measurePeak(`leafed through ${slices} slices`, tab, () => scrollThroughAll(tab));
  const planes = await measurePeak('three planes built and leafed', tab, async () => {
    await press(tab, 'm');
    await waitForSelector(tab, 'main[data-mpr=standing]');
    for (let index = 0; index < 20; index++) await press(tab, 'PageUp');
  });
  // the volume stays until the browser collects it
  const left = await measurePeak('planes left, picture stands', tab, async () => {
    await press(tab, 'm');
    await waitForSelector(tab, drawnSelector);
    await tab.send('HeapProfiler.collectGarbage');
  });
  const again = await measurePeak('leafed through all once more', tab, () => scrollThroughAll(tab));
  return Math.max(Math.max(opened, scrolled, again) / maxMegabytes, Math.max(planes, left) / maxPlanesMegabytes);
}

/** Prints the memory of each step. Throws if the tab exceeded its limit. */
export async function run(): Promise<void> {
  const browser = await findBrowser();
  const { testApp, close } = await startStandaloneApp();
  try {
    const exam = await uploadVolume(testApp, slices);
    const asUploaded = await measureOnce(testApp, browser, exam);
    await waitForHtj2k(exam);
    console.log('viewer-memory: now as HTJ2K');
    const peak = Math.max(asUploaded, await measureOnce(testApp, browser, exam));
    console.log(`viewer-memory: ${Math.round(peak * 100)} % of the limits at most`);
    if (peak > 1) throw new Error('The tab exceeded its memory limit.');
  } finally {
    await close();
  }
}

/** Views the exam in a new signed-in browser. Returns the largest part of its limits that the tab used. */
async function measureOnce({ origin, config }: StandaloneApp, browser: BrowserLaunch, { client, examId }: ViewedExam) {
  const cookie = { name: cookieName(config), value: client.cookie ?? '', url: origin };
  const tab = await openTab(browser, cookie, { 'medcloud-language': 'en', sessionId: client.sessionId ?? '' });
  return await measureTab(tab, `${origin}${screenPath('examView', { examId })}`).finally(() => tab.close());
}

if (import.meta.main) await run();
