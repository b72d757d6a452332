import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';

/** What a page tried that its content security policy forbids: the page's path, the directive, and what it asked for. */
interface Breach {
  path: string;
  directive: string;
  blocked: string;
}

async function watch(context: BrowserContext, breaches: Breach[]): Promise<void> {
  await context.exposeBinding('tellBreach', (_source, breach: Breach) => {
    breaches.push(breach);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const tell: unknown = Reflect.get(window, 'tellBreach');
      const breach = { path: location.pathname, directive: effectiveDirective, blocked: blockedURI };
      if (typeof tell === 'function') tell(breach);
    });
  });
}

/** From now on every page of this browser tells what its policy forbade it. */
export function recordBreaches(browser: Browser): Breach[] {
  const breaches: Breach[] = [];
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    await watch(context, breaches);
    return context;
  };
  return breaches;
}

// Inside the folder that Playwright empties when a run begins, so that only this run counts.
const folderOf = (outputFolder: string) => join(outputFolder, 'wall');

/** Keeps what one worker has seen until the run's end. */
export async function keepBreaches(outputFolder: string, worker: number, breaches: readonly Breach[]): Promise<void> {
  await mkdir(folderOf(outputFolder), { recursive: true });
  await writeFile(join(folderOf(outputFolder), `${worker}.json`), JSON.stringify(breaches));
}

/** What all workers of this run have seen. */
export async function readBreaches(outputFolder: string): Promise<Breach[]> {
  const all: Breach[] = [];
  for (const file of await readdir(folderOf(outputFolder))) {
    const breaches: Breach[] = JSON.parse(await readFile(join(folderOf(outputFolder), file), 'utf8'));
    all.push(...breaches);
  }
  return all;
}
