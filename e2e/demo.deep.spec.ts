import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@medcloud/server/test/harness/own-portal.ts';
import { expect, test } from '@playwright/test';

const command = fileURLToPath(new URL('../tools/demo/main.ts', import.meta.url));

test('npm run demo makes its year once, begins again after a kill, and opens to the printed password', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-demo-'));
  const port = await freePort();
  const start = () => new Demonstration(folder, port);

  const killed = start();
  await killed.says(/ %\n/);
  await killed.end('SIGKILL');

  const made = start();
  const [, password = ''] = await made.says(/password +(\S+)\n/);
  expect(made.said).toContain('Making the demonstration');
  await page.goto(`http://localhost:${port}/auth/doctor/login`);
  await page.getByLabel('E-mail').fill('doctor@demo.medcloud.local');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Recent Patient Access' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText(/ago|now/);
  await made.end('SIGTERM');

  const later = start();
  expect((await later.says(/password +(\S+)\n/))[1]).toBe(password);
  expect(later.said).not.toContain('Making the demonstration');
  await later.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** The command in a process of its own, in a folder of its own, and what it has printed. */
class Demonstration {
  said = '';
  readonly #child: ChildProcess;
  readonly #heard = new EventEmitter();

  constructor(folder: string, port: number) {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    const env = { ...{ PATH, HOME, NODE_COMPILE_CACHE }, PORT: String(port), LOG_LEVEL: 'warn' };
    this.#child = spawn(process.execPath, [command, '--small'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.said += text;
      this.#heard.emit('more');
    });
    this.#child.once('exit', () => this.#heard.emit('more'));
  }

  async says(pattern: RegExp): Promise<RegExpExecArray> {
    // heard at once: what is killed on its way must still be on its way
    while (!pattern.test(this.said) && this.#child.exitCode === null) await once(this.#heard, 'more');
    const found = pattern.exec(this.said);
    if (!found) throw new Error(`It ended and never said ${pattern}: ${this.said}`);
    return found;
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }
}
