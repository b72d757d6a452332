import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findBrowser } from '@medcloud/tools/browser.ts';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { applyView, takeScreenshot, type View } from './capture.ts';
import { renderContactSheet, type Screenshot } from './contact-sheet.ts';
import { type Options, parseOptions } from './options.ts';
import { ScreenshotPages } from './screenshot-pages.ts';
import { type SourceScreenshot, sourceScreenshots } from './source-screenshots.ts';
import { type State, states } from './states.ts';

/*
 * `npm run screens` renders every screen in every state, in every language and theme and at three widths, with the
 * demonstration's data, as WebP. `screens-out/index.html` shows them all.
 */

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'screens-out');

const toFileName = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'home';

function listViews({ languages, themes, widths }: Options): View[] {
  return languages.flatMap((language) =>
    themes.flatMap((theme) => widths.map((width): View => ({ language, theme, width }))),
  );
}

const matchesFilter = ({ only }: Options, text: string) =>
  only.length === 0 || only.some((word) => text.toLowerCase().includes(word));
const isSelected = (options: Options, { screen, name }: State) => matchesFilter(options, `${screen} ${name}`);

async function takeScreenshots(pages: ScreenshotPages, state: State, views: readonly View[]): Promise<Screenshot[]> {
  const page = await pages.showState(state);
  const session = await page.context().newCDPSession(page);
  const screenshots: Screenshot[] = [];
  for (const view of views) {
    const { language, theme, width } = view;
    await applyView(page, view);
    const file = `${toFileName(state.screen)}/${toFileName(state.name)}-${language}-${theme}-${width}.webp`;
    await mkdir(join(folder, toFileName(state.screen)), { recursive: true });
    await writeFile(join(folder, file), await takeScreenshot(page, session, state));
    screenshots.push({ screen: state.screen, state: state.name, view: `${language} ${theme} ${width}`, file });
  }
  await session.detach();
  return screenshots;
}

/** Returns the number of states that failed. */
async function renderAll(pages: ScreenshotPages, options: Options): Promise<number> {
  const startedAt = performance.now();
  const [screenshots, failures]: [Screenshot[], string[]] = [[], []];
  await rm(folder, { recursive: true, force: true });
  for (const state of states.filter((one) => isSelected(options, one))) {
    try {
      screenshots.push(...(await takeScreenshots(pages, state, listViews(options))));
    } catch (error) {
      failures.push(`${state.screen}, ${state.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const summary = `${screenshots.length} pictures in ${Math.round((performance.now() - startedAt) / 1_000)} s`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'index.html'), renderContactSheet(screenshots, summary));
  for (const failure of failures) console.error(`not shown: ${failure}`);
  console.log(`${summary}: screens-out/index.html`);
  return failures.length;
}

/** Writes the screenshots that are stored in the repository. */
async function writeSourceScreenshots(
  pages: ScreenshotPages,
  sourceScreenshots: readonly SourceScreenshot[],
): Promise<void> {
  for (const { file, screen, state: name, view, size, scale = 1 } of sourceScreenshots) {
    const state = states.find((each) => each.screen === screen && each.name === name);
    if (!state) throw new Error(`${file} names an unknown state: ${screen}, ${name}.`);
    const page = await pages.showState(state);
    await applyView(page, view);
    await page.setViewportSize(size);
    const session = await page.context().newCDPSession(page);
    await mkdir(dirname(join(root, file)), { recursive: true });
    const image = file.endsWith('.avif')
      ? await encodeAvif(await takeScreenshot(page, session, { scale, format: 'png' }))
      : await takeScreenshot(page, session, { scale });
    await writeFile(join(root, file), image);
    await session.detach();
    console.log(file);
  }
}

/** Encodes a screenshot in half the bytes of WebP, in seconds. */
async function encodeAvif(png: Buffer): Promise<Buffer> {
  return await sharp(png).avif({ quality: 55, effort: 9 }).toBuffer();
}

async function main(args: readonly string[]): Promise<void> {
  const options = parseOptions(args);
  const { executablePath, args: browserArgs, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: [...browserArgs], env: { ...env } });
  const pages = new ScreenshotPages(browser);
  try {
    if (options.target !== 'all')
      await writeSourceScreenshots(
        pages,
        sourceScreenshots[options.target].filter((one) => matchesFilter(options, one.file)),
      );
    else if ((await renderAll(pages, options)) > 0) process.exitCode = 1;
  } finally {
    await pages.close();
    await browser.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
