import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

const tools = fileURLToPath(new URL('..', import.meta.url));
const root = realpathSync(mkdtempSync(join(tmpdir(), 'medcloud-setup-test-')));
const setup = join(root, 'tools', 'setup.mjs');

beforeAll(() => {
  cpSync(join(tools, 'setup.mjs'), setup);
  cpSync(join(tools, 'setup'), join(root, 'tools', 'setup'), { recursive: true });
  const scripts = {
    echo: 'node echo.cjs',
    wait: 'node wait.cjs',
    show: 'node show.cjs',
    'index-again': 'node show.cjs',
  };
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'x', scripts }));
  writeFileSync(join(root, 'echo.cjs'), 'console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 5;');
  const wait = "process.on('SIGTERM', () => process.exit(6)); setInterval(() => {}, 1000); console.log('ready');";
  writeFileSync(join(root, 'wait.cjs'), wait);
  const show =
    'const { MALLOC_TRIM_THRESHOLD_: threshold, NODE_OPTIONS: options, NODE_COMPILE_CACHE: compiled } = process.env;';
  writeFileSync(join(root, 'show.cjs'), `${show} console.log(JSON.stringify({ threshold, options, compiled }));`);
  // A checkout with installed dependencies, so there is no download.
  const lock = JSON.stringify({ name: 'x', lockfileVersion: 3, packages: { '': {} } });
  writeFileSync(join(root, 'package-lock.json'), lock);
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'node_modules', '.medcloud-setup'), createHash('sha256').update(lock).digest('hex'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function run(...words: string[]) {
  const { MALLOC_TRIM_THRESHOLD_: _, NODE_COMPILE_CACHE: _compiled, ...rest } = process.env;
  const env = { ...rest, NODE_OPTIONS: '--no-deprecation' };
  return spawnSync(process.execPath, [setup, ...words], { encoding: 'utf8', env });
}

it('runs a script with unchanged arguments and returns its exit code', () => {
  const { stdout, status } = run('run', 'echo', 'a b', '$HOME', '"', '--x');
  expect({ args: JSON.parse(stdout), status }).toEqual({ args: ['a b', '$HOME', '"', '--x'], status: 5 });
});

it('stores compiled modules, and adds memory settings for a script that starts the portal; keeps NODE_OPTIONS', () => {
  const shown = (script: string): unknown => JSON.parse(run('run', script).stdout);
  const compiled = join(root, 'node_modules', '.cache', 'compiled');
  const options = '--max-semi-space-size=8 --no-deprecation';
  expect(shown('index-again')).toEqual({ threshold: '131072', options, compiled });
  expect(shown('show')).toEqual({ options: '--no-deprecation', compiled });
});

it('forwards a signal and waits for the end', async () => {
  const child = spawn(process.execPath, [setup, 'run', 'wait']);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect((await once(child, 'close'))[0]).toBe(6);
});

it('removes the lock of a killed start', () => {
  const lock = `medcloud-setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`;
  const dead = spawnSync(process.execPath, ['--version']).pid;
  writeFileSync(join(tmpdir(), lock), String(dead));
  expect(run('prepare').status).toBe(0);
});

it('rejects an unknown script', () => {
  const { stderr, status } = run('run', 'nothing');
  expect({ stderr, status }).toEqual({ stderr: 'setup: package.json has no script named nothing.\n', status: 1 });
});
