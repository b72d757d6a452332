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

/** On a machine without one, what only it can do is left out, and counted as left out. */
export const hasFullBrowser = full.isFull;

/** What a person has: for `test.use` where the light one has not what is tested, as files say. */
export const fullBrowser = { launchOptions: launch(full) };

/** What most tests drive in `npm test` (docs/decisions/023). */
export const defaultBrowser = isDeep ? fullBrowser : { launchOptions: launch(await findBrowser(packagedFirst)) };
