import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { expect, test } from '@playwright/test';

const command = fileURLToPath(new URL('../../tools/demo/main.ts', import.meta.url));

test('seeds the demonstration once, starts over after a kill, and accepts the printed password', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-demo-'));
  const port = await freePort();
  const start = () => new Demonstration(folder, port);

  const killed = start();
  await killed.waitForOutput(/ %\n/);
  await killed.stop('SIGKILL');

  const seeded = start();
  const [, password = ''] = await seeded.waitForOutput(/password +(\S+)\n/);
  expect(seeded.output).toContain('Making the demonstration');
  await page.goto(`http://localhost:${port}/auth/doctor/login`);
  await page.getByLabel('E-mail').fill('doctor@demo.medcloud.local');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Recent Patient Access' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText(/ago|now/);
  await seeded.stop('SIGTERM');

  const later = start();
  expect((await later.waitForOutput(/password +(\S+)\n/))[1]).toBe(password);
  expect(later.output).not.toContain('Making the demonstration');
  await later.stop('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** The command in its own process and folder, with its output and its errors. */
class Demonstration {
  output = '';
  #hasEnded = false;
  readonly #child: ChildProcess;
  readonly #outputEvents = new EventEmitter();

  constructor(folder: string, port: number) {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    const env = { ...{ PATH, HOME, NODE_COMPILE_CACHE }, PORT: String(port), LOG_LEVEL: 'warn' };
    this.#child = spawn(process.execPath, [command, '--small'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        this.#outputEvents.emit('more');
      });
    this.#child.once('close', () => {
      this.#hasEnded = true;
      this.#outputEvents.emit('more');
    });
  }

  async waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    // checked at each chunk of output: the test must kill the process before it finishes
    while (!pattern.test(this.output) && !this.#hasEnded) await once(this.#outputEvents, 'more');
    const found = pattern.exec(this.output);
    if (!found) throw new Error(`The process exited without printing ${pattern}: ${this.output}`);
    return found;
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const ended = once(this.#child, 'close');
    this.#child.kill(signal);
    await ended;
  }
}
