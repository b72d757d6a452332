import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';

/** What a page tried that its content security policy forbids: the page's path, the directive, and what it asked for. */
interface PolicyViolation {
  path: string;
  directive: string;
  blocked: string;
}

async function recordContext(context: BrowserContext, violations: PolicyViolation[]): Promise<void> {
  await context.exposeBinding('tellBreach', (_source, violation: PolicyViolation) => {
    violations.push(violation);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const report: unknown = Reflect.get(window, 'tellBreach');
      const violation = { path: location.pathname, directive: effectiveDirective, blocked: blockedURI };
      if (typeof report === 'function') report(violation);
    });
  });
}

/** From now on every page of this browser tells what its policy forbade it. */
export function recordViolations(browser: Browser): PolicyViolation[] {
  const violations: PolicyViolation[] = [];
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    await recordContext(context, violations);
    return context;
  };
  return violations;
}

// Inside the folder that Playwright empties when a run begins, so that only this run counts.
const violationsFolder = (outputFolder: string) => join(outputFolder, 'wall');

/** Keeps what one worker has seen until the run's end. */
export async function writeViolations(
  outputFolder: string,
  worker: number,
  violations: readonly PolicyViolation[],
): Promise<void> {
  await mkdir(violationsFolder(outputFolder), { recursive: true });
  await writeFile(join(violationsFolder(outputFolder), `${worker}.json`), JSON.stringify(violations));
}

/** What all workers of this run have seen. */
export async function readViolations(outputFolder: string): Promise<PolicyViolation[]> {
  const all: PolicyViolation[] = [];
  for (const file of await readdir(violationsFolder(outputFolder))) {
    const violations: PolicyViolation[] = JSON.parse(
      await readFile(join(violationsFolder(outputFolder), file), 'utf8'),
    );
    all.push(...violations);
  }
  return all;
}
