import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from '@medcloud/tools/browser.ts';
import { createOhifSettings, findOhifBuild, serveOhif } from '@medcloud/tools/ohif.ts';
import { chromium, type Page } from '@playwright/test';
import { bad, type Finding, good, missing } from './report.ts';
import type { InteropFixtures } from './start-interop-app.ts';

/** Opens the exam in OHIF with the token, in Chromium, and expects an image in its viewer. */
export async function validateWithOhif(fixtures: InteropFixtures, folder: string, viewer: URL): Promise<Finding[]> {
  const own = join(folder, 'ohif');
  await mkdir(own);
  const build = await findOhifBuild(own);
  if (build === null) return [missing('OHIF’s published build (@ohif/app by npm, or OHIF_DIST)')];
  const close = await serveOhif(build, Number(viewer.port), createOhifSettings(fixtures.testApp.origin));
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: [...args], env: { ...env } });
  try {
    const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
    return [await openStudy(page, fixtures, viewer)];
  } finally {
    await browser.close();
    close();
  }
}

async function openStudy(page: Page, { study, token, files }: InteropFixtures, viewer: URL): Promise<Finding> {
  const failedRequests: string[] = [];
  const frames = new Set<string>();
  page.on('response', (response) => {
    if (!response.url().includes('/dicom-web/')) return;
    if (!response.ok()) failedRequests.push(`${response.status()} ${response.url()}`);
    else if (response.url().includes('/frames/')) frames.add(response.url());
  });
  await page.goto(`${viewer.origin}/viewer?StudyInstanceUIDs=${study}&token=${token}`);
  try {
    await page.locator('.cornerstone-canvas').first().waitFor({ timeout: 60_000 });
    await page.waitForFunction(hasImage, undefined, { timeout: 60_000 });
  } catch {
    return bad(
      `OHIF showed no image; ${frames.size} frames came; refused: ${failedRequests.slice(0, 3).join(', ') || 'none'}`,
    );
  } finally {
    if (process.env.INTEROP_SCREENSHOT) await page.screenshot({ path: process.env.INTEROP_SCREENSHOT });
  }
  if (failedRequests.length > 0) return bad(`OHIF was refused ${failedRequests.slice(0, 3).join(', ')}`);
  return good(
    `OHIF opened the study with its token and rendered an image; ${frames.size} of ${files.length} frames received`,
  );
}

/** Returns whether the first viewport shows more than ten shades. */
function hasImage(): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>('canvas.cornerstone-canvas');
  if (!canvas || canvas.width === 0) return false;
  const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  const shades = new Set<number>();
  for (let at = 0; at < data.length; at += 400) shades.add(data[at] ?? 0);
  return shades.size > 10;
}
