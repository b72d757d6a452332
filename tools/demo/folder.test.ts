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

it('readMark returns null for a missing or an empty folder', async () => {
  expect(await readMark(folder)).toBeNull();
  await mkdir(folder);
  expect(await readMark(folder)).toBeNull();
});

it('writeMark stores the password for later starts, readable only by its owner', async () => {
  await writeMark(folder, { state: 'ready', password: 'abcd' });
  expect(await readMark(folder)).toEqual({ state: 'ready', password: 'abcd' });
  expect((await stat(join(folder, 'demonstration.json'))).mode & 0o777).toBe(0o600);
});

it('readMark throws ForeignFolderError for a folder with other content', async () => {
  await mkdir(folder);
  await writeFile(join(folder, 'thesis.odt'), '');
  await expect(readMark(folder)).rejects.toThrow(ForeignFolderError);
});

it('clearFolder deletes the rest of a killed start, but not its mark', async () => {
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
])('createEnvironment rejects %s', (name, value) => {
  expect(() => createEnvironment({ [name]: value }, folder)).toThrow(new RegExp(`^${name} is .*npm start\\.$`));
});

it('createEnvironment accepts loopback, sets the folder, and removes the administrator', () => {
  const variables = { PUBLIC_URL: 'http://localhost:4000', HOST: '127.0.0.1', ADMIN_PASSWORD: 'x', PORT: '4000' };
  const environment = createEnvironment(variables, folder);
  expect(environment).not.toHaveProperty('ADMIN_PASSWORD');
  expect(environment).toMatchObject({
    ...{ PUBLIC_URL: 'http://localhost:4000', HOST: '127.0.0.1', PORT: '4000' },
    DATA_DIR: folder,
  });
});
