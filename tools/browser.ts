/**
 * Finds the browser for tests: named by CHROMIUM_PATH, installed on the machine, downloaded before by Playwright,
 * contained in an npm package, or downloaded now by Playwright. A new machine needs only npm.
 */
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, findPackagedBrowser } from './browser/find-packaged-browser.ts';

export interface BrowserLaunch {
  readonly executablePath: string;
  readonly args: readonly string[];
  /** The complete environment to start it with. */
  readonly env: Readonly<Record<string, string>>;
  /** True for a regular browser, false for the packaged one. */
  readonly isFull: boolean;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function toBrowser(executablePath: string | undefined): Browser | undefined {
  return executablePath === undefined ? undefined : { executablePath, env: {} };
}

function findNamed(): Browser | undefined {
  const path = process.env.CHROMIUM_PATH;
  if (path === undefined || path === '') return undefined;
  if (!isExecutable(path)) throw new Error(`CHROMIUM_PATH names ${path}, which is not a program.`);
  return toBrowser(path);
}

function findInstalled(): Browser | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return toBrowser(
    [...folders.flatMap((folder) => commands.map((one) => join(folder, one))), ...applications].find(isExecutable),
  );
}

const playwrightFolder = () => dirname(createRequire(join(root, 'e2e', 'package.json')).resolve('@playwright/test'));

/** Finds Playwright's own Chromium, if it is downloaded. */
async function findCached(): Promise<Browser | undefined> {
  const module: unknown = await import(pathToFileURL(join(playwrightFolder(), 'index.mjs')).href);
  if (typeof module !== 'object' || module === null || !('chromium' in module)) return undefined;
  const { chromium } = module;
  if (typeof chromium !== 'object' || chromium === null || !('executablePath' in chromium)) return undefined;
  const path: unknown = typeof chromium.executablePath === 'function' ? chromium.executablePath() : undefined;
  return typeof path === 'string' && existsSync(path) ? toBrowser(path) : undefined;
}

async function download(): Promise<Browser | undefined> {
  console.error('browser: none found; asking Playwright to download one (about 150 MB)');
  await promisify(execFile)(process.execPath, [join(playwrightFolder(), 'cli.js'), 'install', 'chromium']);
  return findCached();
}

const finders = {
  named: findNamed,
  installed: findInstalled,
  cached: findCached,
  packaged: () => findPackagedBrowser(root),
  downloaded: download,
};

/** Default order of the finders. */
const defaultOrder = [
  'named',
  'installed',
  'cached',
  'packaged',
  'downloaded',
] as const satisfies (keyof typeof finders)[];

/**
 * Prefers the packaged browser. It has no windows, profiles and extensions, and opens a page with half the CPU time.
 */
export const packagedFirst = [
  'named',
  'packaged',
  'installed',
  'cached',
  'downloaded',
] as const satisfies (typeof defaultOrder)[number][];

function listArguments(uid: number | undefined): string[] {
  const quiet = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  // Chromium's sandbox refuses to run as root.
  return [...(uid === 0 ? ['--no-sandbox'] : []), ...quiet, '--no-first-run'];
}

function removeUndefined(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return Object.fromEntries(entries);
}

/** Returns the first browser found in the given order, with its arguments and environment. Throws if there is none. */
export async function findBrowser(order: readonly (keyof typeof finders)[] = defaultOrder): Promise<BrowserLaunch> {
  for (const finder of order) {
    const browser = await finders[finder]();
    if (browser === undefined) continue;
    const env = { ...removeUndefined(process.env), ...browser.env };
    const { executablePath } = browser;
    return { executablePath, args: listArguments(process.getuid?.()), env, isFull: finder !== 'packaged' };
  }
  throw new Error('No browser was found. Install Chromium or Chrome, or name one in CHROMIUM_PATH.');
}
