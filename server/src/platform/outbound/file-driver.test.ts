import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../time/clock.ts';
import { fileMail, fileSms } from './file-driver.ts';

const soon = () => AbortSignal.timeout(240_000);
const dispatch = () => ({ id: '1', validSeconds: 60, signal: soon() });
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medcloud-outbox-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('probes the folder, reports that messages are not delivered and adds no line', async () => {
  expect(await fileSms(folder, systemClock).probe(soon())).toEqual({
    driver: 'file',
    where: folder,
    canDeliver: false,
  });
  expect(await fileMail(folder, systemClock).probe(soon())).toEqual({
    driver: 'file',
    where: folder,
    canDeliver: false,
  });
  expect(await readFile(join(folder, 'sms.ndjson'), 'utf8')).toBe('');
});

it('appends one line per message with the fields that scripts use', async () => {
  await fileMail(folder, systemClock).send({ to: 'a@b.gr', subject: 'Θέμα', text: 'x\ny' }, dispatch());
  const lines = (await readFile(join(folder, 'mail.ndjson'), 'utf8')).split('\n');
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    to: 'a@b.gr',
    subject: 'Θέμα',
    text: 'x\ny',
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

it('fails the probe with not-sent if a message cannot be written', async () => {
  await writeFile(join(folder, 'taken'), '');
  const driver = fileSms(join(folder, 'taken'), systemClock);
  await expect(driver.probe(soon())).rejects.toMatchObject({ verdict: 'not-sent' });
  await expect(driver.send({ to: '+306900000001', text: 'x' }, dispatch())).rejects.toMatchObject({
    verdict: 'not-sent',
    code: 'eexist',
  });
});
