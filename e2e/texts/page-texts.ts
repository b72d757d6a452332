import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';

/** Texts that tests saw in a browser, by the path of the page. */
export type PageTexts = Map<string, Set<string>>;

interface PageText {
  path: string;
  words: string;
}

const script = join(import.meta.dirname, 'collect.js');

async function recordContext(context: BrowserContext, pageTexts: PageTexts): Promise<void> {
  await context.exposeBinding('reportTexts', (_source, texts: PageText[]) => {
    for (const { path, words } of texts) {
      const known = pageTexts.get(path) ?? new Set();
      pageTexts.set(path, known.add(words));
    }
  });
  await context.addInitScript({ path: script });
}

/** Records the texts of every page of this browser from now on. */
export function recordTexts(browser: Browser): PageTexts {
  const pageTexts: PageTexts = new Map();
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    await recordContext(context, pageTexts);
    return context;
  };
  return pageTexts;
}

// Inside the folder that Playwright empties at the start of a run, so only this run's texts count.
const textsFolder = (outputFolder: string) => join(outputFolder, 'texts');

/** Stores the texts of one worker until the end of the run. */
export async function writeTexts(outputFolder: string, worker: number, pageTexts: PageTexts): Promise<void> {
  const lines = [...pageTexts].map(([path, words]) => [path, [...words]]);
  await mkdir(textsFolder(outputFolder), { recursive: true });
  await writeFile(join(textsFolder(outputFolder), `${worker}.json`), JSON.stringify(lines));
}

/** Reads the texts of all workers of this run. */
export async function readTexts(outputFolder: string): Promise<PageTexts> {
  const all: PageTexts = new Map();
  for (const file of await readdir(textsFolder(outputFolder))) {
    const lines: [string, string[]][] = JSON.parse(await readFile(join(textsFolder(outputFolder), file), 'utf8'));
    for (const [path, words] of lines) all.set(path, new Set([...(all.get(path) ?? []), ...words]));
  }
  return all;
}
