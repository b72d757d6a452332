import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';

/** A violation of the content security policy: the page's path, the directive, and the blocked URI. */
interface PolicyViolation {
  path: string;
  directive: string;
  blocked: string;
}

async function recordContext(context: BrowserContext, violations: PolicyViolation[]): Promise<void> {
  await context.exposeBinding('reportViolation', (_source, violation: PolicyViolation) => {
    violations.push(violation);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const report: unknown = Reflect.get(window, 'reportViolation');
      const violation = { path: location.pathname, directive: effectiveDirective, blocked: blockedURI };
      if (typeof report === 'function') report(violation);
    });
  });
}

/** Records the policy violations of every page of this browser from now on. */
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

// Inside the folder that Playwright empties at the start of a run, so only this run counts.
const violationsFolder = (outputFolder: string) => join(outputFolder, 'security-headers');

/** Stores the violations of one worker until the end of the run. */
export async function writeViolations(
  outputFolder: string,
  worker: number,
  violations: readonly PolicyViolation[],
): Promise<void> {
  await mkdir(violationsFolder(outputFolder), { recursive: true });
  await writeFile(join(violationsFolder(outputFolder), `${worker}.json`), JSON.stringify(violations));
}

/** Reads the violations of all workers of this run. */
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
