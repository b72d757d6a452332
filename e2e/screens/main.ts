import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findBrowser } from '@medcloud/tools/browser.ts';
import { chromium } from '@playwright/test';
import { picture, turn, type View } from './capture.ts';
import { contactSheet, type Shot } from './contact-sheet.ts';
import { type Kept, kept } from './kept.ts';
import { type Options, readOptions } from './options.ts';
import { type State, states } from './states.ts';
import { Studio } from './studio.ts';

/*
 * `npm run screens`: every screen in every state, in both languages and themes and at three widths, from the
 * demonstration's year, as WebP with one page that shows them all: `screens-out/index.html`.
 */

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'screens-out');

const plain = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'home';

function viewsOf({ languages, themes, widths }: Options): View[] {
  return languages.flatMap((language) =>
    themes.flatMap((theme) => widths.map((width): View => ({ language, theme, width }))),
  );
}

const isWanted = ({ only }: Options, text: string) =>
  only.length === 0 || only.some((word) => text.toLowerCase().includes(word));
const isAsked = (options: Options, { screen, name }: State) => isWanted(options, `${screen} ${name}`);

async function shoot(studio: Studio, state: State, views: readonly View[]): Promise<Shot[]> {
  const page = await studio.stand(state);
  const session = await page.context().newCDPSession(page);
  const shots: Shot[] = [];
  for (const view of views) {
    const { language, theme, width } = view;
    await turn(page, view);
    const file = `${plain(state.screen)}/${plain(state.name)}-${language}-${theme}-${width}.webp`;
    await mkdir(join(folder, plain(state.screen)), { recursive: true });
    await writeFile(join(folder, file), await picture(page, session, state.isWhole));
    shots.push({ screen: state.screen, state: state.name, view: `${language} ${theme} ${width}`, file });
  }
  await session.detach();
  return shots;
}

/** Answers how many states could not be shown. */
async function render(studio: Studio, options: Options): Promise<number> {
  const startedAt = performance.now();
  const [shots, failures]: [Shot[], string[]] = [[], []];
  await rm(folder, { recursive: true, force: true });
  for (const state of states.filter((one) => isAsked(options, one))) {
    try {
      shots.push(...(await shoot(studio, state, viewsOf(options))));
    } catch (error) {
      failures.push(`${state.screen}, ${state.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const sum = `${shots.length} pictures in ${Math.round((performance.now() - startedAt) / 1_000)} s`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'index.html'), contactSheet(shots, sum));
  for (const failure of failures) console.error(`not shown: ${failure}`);
  console.log(`${sum}: screens-out/index.html`);
  return failures.length;
}

/** Writes pictures that are kept with the source, each from its state. */
async function renew(studio: Studio, pictures: readonly Kept[]): Promise<void> {
  for (const { file, screen, state: name, view, size } of pictures) {
    const state = states.find((each) => each.screen === screen && each.name === name);
    if (!state) throw new Error(`${file} shows a state that is none: ${screen}, ${name}.`);
    const page = await studio.stand(state);
    await turn(page, view);
    await page.setViewportSize(size);
    const session = await page.context().newCDPSession(page);
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), await picture(page, session, false));
    await session.detach();
    console.log(file);
  }
}

async function main(words: readonly string[]): Promise<void> {
  const options = readOptions(words);
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: [...args], env: { ...env } });
  const studio = new Studio(browser);
  try {
    if (options.target !== 'all')
      await renew(
        studio,
        kept[options.target].filter((one) => isWanted(options, one.file)),
      );
    else if ((await render(studio, options)) > 0) process.exitCode = 1;
  } finally {
    await studio.close();
    await browser.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
