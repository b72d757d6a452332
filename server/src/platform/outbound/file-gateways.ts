import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../kit/clock.ts';
import type { Gateways } from './gateways.ts';

/** Evaluation's gateways: one JSON line a message, appended to `sms.ndjson` and `mail.ndjson` and synced before the answer. */
export function fileGateways(folders: { sms: string; mail: string }, clock: Clock): Gateways {
  const append = async (folder: string, name: string, message: object) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(join(folder, name), 'a', 0o600);
    try {
      await file.appendFile(`${JSON.stringify({ ...message, createdAt: clock.now().toISOString() })}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  };
  return {
    sendSms: ({ to, text }) => append(folders.sms, 'sms.ndjson', { to, text }),
    sendMail: ({ to, subject, text, html }) =>
      append(folders.mail, 'mail.ndjson', { to, subject, text, ...(html ? { html } : {}) }),
  };
}
