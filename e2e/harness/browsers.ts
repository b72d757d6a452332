import { isDeep } from '@medcloud/server/test/harness/depth.ts';
import { type BrowserLaunch, findBrowser, packagedFirst } from '@medcloud/tools/browser.ts';
import type { LaunchOptions } from '@playwright/test';
import { trustLocalhostArgument } from '../security-headers/https-app.ts';

const launch = ({ executablePath, args, env }: BrowserLaunch): LaunchOptions => ({
  executablePath,
  args: [...args, trustLocalhostArgument],
  env: { ...env },
});

const full = await findBrowser();

/** Without a full browser, tests that need one are reported as skipped. */
export const hasFullBrowser = full.isFull;

/** A regular browser, for `test.use` in files that test features the light browser lacks. */
export const fullBrowser = { launchOptions: launch(full) };

/** The browser of most tests in `npm test` (docs/decisions/023). */
export const defaultBrowser = isDeep ? fullBrowser : { launchOptions: launch(await findBrowser(packagedFirst)) };
