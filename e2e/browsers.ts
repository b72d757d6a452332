import { isDeep } from '@medcloud/server/test/harness/depth.ts';
import { type FoundBrowser, findBrowser, lightFirst } from '@medcloud/tools/browser.ts';
import type { LaunchOptions } from '@playwright/test';
import { trustsLocalhost } from './wall/https-portal.ts';

const launch = ({ executablePath, args, env }: FoundBrowser): LaunchOptions => ({
  executablePath,
  args: [...args, trustsLocalhost],
  env: { ...env },
});

const whole = await findBrowser();

/** On a machine without one, what only it can do is left out, and counted as left out. */
export const hasWholeBrowser = whole.isWhole;

/** What a person has: for `test.use` where the light one has not what is tested, as files say. */
export const wholeBrowser = { launchOptions: launch(whole) };

/** What most tests drive in `npm test` (docs/decisions/023). */
export const usualBrowser = isDeep ? wholeBrowser : { launchOptions: launch(await findBrowser(lightFirst)) };
