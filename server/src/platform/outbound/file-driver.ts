import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../time/clock.ts';
import { causeCode, GatewayError } from './gateway-error.ts';
import type { Driver, GatewayProbe, Mail, Sms } from './gateways.ts';

/** SMS driver for evaluation: appends one JSON line per message to `sms.ndjson` and syncs the file. */
export function fileSms(folder: string, clock: Clock): Driver<Sms> {
  return fileDriver(folder, 'sms.ndjson', clock, ({ to, text }) => ({ to, text }));
}

/** Mail driver for evaluation: appends one JSON line per message to `mail.ndjson`. */
export function fileMail(folder: string, clock: Clock): Driver<Mail> {
  return fileDriver(folder, 'mail.ndjson', clock, ({ to, subject, text, html }) => ({
    to,
    subject,
    text,
    ...(html ? { html } : {}),
  }));
}

function fileDriver<Message>(
  folder: string,
  name: string,
  clock: Clock,
  lineOf: (message: Message) => object,
): Driver<Message> {
  return {
    send: (message) =>
      appendToFile(folder, name, async (file) => {
        const line = { ...lineOf(message), createdAt: clock.now().toISOString() };
        await file.appendFile(`${JSON.stringify(line)}\n`);
        await file.sync();
      }),
    probe: () => probeFolder(folder, name),
    canDeduplicate: false,
  };
}

/** Opens the file as for a message. Creates an empty file if there is none. */
async function probeFolder(folder: string, name: string): Promise<GatewayProbe> {
  await appendToFile(folder, name, async (file) => await file.sync());
  return { driver: 'file', where: folder, canDeliver: false };
}

async function appendToFile(folder: string, name: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await openFile(folder, name);
  try {
    await work(file);
  } catch (error) {
    // The line may be incomplete, or complete but not on the disk yet.
    throw new GatewayError('unknown', causeCode(error), { cause: error });
  } finally {
    await file.close();
  }
}

async function openFile(folder: string, name: string): Promise<FileHandle> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await open(join(folder, name), 'a', 0o600);
  } catch (error) {
    throw new GatewayError('not-sent', causeCode(error), { cause: error });
  }
}
