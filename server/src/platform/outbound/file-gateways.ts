import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../kit/clock.ts';
import type { GatewayReach, Gateways } from './gateways.ts';

/** Evaluation's gateways: one JSON line a message, appended to `sms.ndjson` and `mail.ndjson` and synced before the answer. */
export function fileGateways(folders: { sms: string; mail: string }, clock: Clock): Gateways {
  const append = async (folder: string, name: string, message: object) =>
    await openedToAppend(folder, name, async (file) => {
      await file.appendFile(`${JSON.stringify({ ...message, createdAt: clock.now().toISOString() })}\n`);
      await file.sync();
    });
  return {
    sendSms: ({ to, text }) => append(folders.sms, 'sms.ndjson', { to, text }),
    sendMail: ({ to, subject, text, html }) =>
      append(folders.mail, 'mail.ndjson', { to, subject, text, ...(html ? { html } : {}) }),
    probeSms: () => reach(folders.sms, 'sms.ndjson'),
    probeMail: () => reach(folders.mail, 'mail.ndjson'),
  };
}

/** Opens the file as a message would; an empty one is left where there was none. */
async function reach(folder: string, name: string): Promise<GatewayReach> {
  await openedToAppend(folder, name, async (file) => await file.sync());
  return { driver: 'file', where: folder, delivers: false };
}

async function openedToAppend(folder: string, name: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(join(folder, name), 'a', 0o600);
  try {
    await work(file);
  } finally {
    await file.close();
  }
}
