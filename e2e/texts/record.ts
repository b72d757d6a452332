import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';

/** Every text that tests have seen in a browser, by the path of the address where it stood. */
export type SeenTexts = Map<string, Set<string>>;

interface SeenText {
  path: string;
  words: string;
}

const script = join(import.meta.dirname, 'collect.js');

async function watch(context: BrowserContext, seen: SeenTexts): Promise<void> {
  await context.exposeBinding('tellTexts', (_source, texts: SeenText[]) => {
    for (const { path, words } of texts) {
      const known = seen.get(path) ?? new Set();
      seen.set(path, known.add(words));
    }
  });
  await context.addInitScript({ path: script });
}

/** From now on every page of this browser tells what is to be read on it. */
export function recordTexts(browser: Browser): SeenTexts {
  const seen: SeenTexts = new Map();
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    await watch(context, seen);
    return context;
  };
  return seen;
}

// Inside the folder that Playwright empties when a run begins, so that only this run's texts count.
const folderOf = (outputFolder: string) => join(outputFolder, 'texts');

/** Keeps what one worker has seen until the run's end. */
export async function keepTexts(outputFolder: string, worker: number, seen: SeenTexts): Promise<void> {
  const lines = [...seen].map(([path, words]) => [path, [...words]]);
  await mkdir(folderOf(outputFolder), { recursive: true });
  await writeFile(join(folderOf(outputFolder), `${worker}.json`), JSON.stringify(lines));
}

/** What all workers of this run have seen. */
export async function readTexts(outputFolder: string): Promise<SeenTexts> {
  const all: SeenTexts = new Map();
  for (const file of await readdir(folderOf(outputFolder))) {
    const lines: [string, string[]][] = JSON.parse(await readFile(join(folderOf(outputFolder), file), 'utf8'));
    for (const [path, words] of lines) all.set(path, new Set([...(all.get(path) ?? []), ...words]));
  }
  return all;
}
