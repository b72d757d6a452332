import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../kit/clock.ts';
import { fileGateways } from './file-gateways.ts';

const soon = () => AbortSignal.timeout(5_000);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medcloud-outbox-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('says where messages land and that they do not leave, and adds no line', async () => {
  const gateways = fileGateways({ sms: folder, mail: folder }, systemClock);
  expect(await gateways.probeSms(soon())).toEqual({ driver: 'file', where: folder, delivers: false });
  expect(await gateways.probeMail(soon())).toEqual({ driver: 'file', where: folder, delivers: false });
  expect(await readFile(join(folder, 'sms.ndjson'), 'utf8')).toBe('');
});

it('fails its probe where a message could not be written', async () => {
  await writeFile(join(folder, 'taken'), '');
  const gateways = fileGateways({ sms: join(folder, 'taken'), mail: folder }, systemClock);
  await expect(gateways.probeSms(soon())).rejects.toThrow();
  await expect(gateways.sendSms({ to: '+306900000001', text: 'x' })).rejects.toThrow();
});
