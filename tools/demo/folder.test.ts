import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEnvironment } from './environment.ts';
import { clearFolder, ForeignFolderError, readMark, writeMark } from './folder.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'medcloud-demo-folder-')), 'data-demo');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

it('has no mark where there is no folder, or an empty one', async () => {
  expect(await readMark(folder)).toBeNull();
  await mkdir(folder);
  expect(await readMark(folder)).toBeNull();
});

it('keeps the password for later starts, for its owner alone', async () => {
  await writeMark(folder, { state: 'ready', password: 'abcd' });
  expect(await readMark(folder)).toEqual({ state: 'ready', password: 'abcd' });
  expect((await stat(join(folder, 'demonstration.json'))).mode & 0o777).toBe(0o600);
});

it('refuses a folder that holds something else', async () => {
  await mkdir(folder);
  await writeFile(join(folder, 'thesis.odt'), '');
  await expect(readMark(folder)).rejects.toThrow(ForeignFolderError);
});

it('clears what a killed start left, and not its mark', async () => {
  await writeMark(folder, { state: 'seeding', password: 'abcd' });
  await mkdir(join(folder, 'objects'));
  await clearFolder(folder);
  expect(existsSync(join(folder, 'objects'))).toBe(false);
  expect((await readMark(folder))?.state).toBe('seeding');
});

it.each([
  ['DATABASE_URL', 'postgres://elsewhere/medcloud'],
  ['SMS_URL', 'https://sms.example.com/send'],
  ['MAIL_URL', 'smtp://mail.example.com'],
  ['PUBLIC_URL', 'https://portal.example.com'],
  ['HOST', '0.0.0.0'],
])('refuses to run with %s', (name, value) => {
  expect(() => createEnvironment({ [name]: value }, folder)).toThrow(new RegExp(`^${name} is .*npm start\\.$`));
});

it('runs on loopback, in its own folder, without an administrator of the environment', () => {
  const variables = { PUBLIC_URL: 'http://localhost:4000', HOST: '127.0.0.1', ADMIN_PASSWORD: 'x', PORT: '4000' };
  const environment = createEnvironment(variables, folder);
  expect(environment).not.toHaveProperty('ADMIN_PASSWORD');
  expect(environment).toMatchObject({
    ...{ PUBLIC_URL: 'http://localhost:4000', HOST: '127.0.0.1', PORT: '4000' },
    DATA_DIR: folder,
  });
});
