import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../../src/platform/config/config.ts';
import type { Clock } from '../../src/platform/time/clock.ts';

export interface SentSms {
  to: string;
  text: string;
  createdAt: string;
}

export interface SentMail {
  to: string;
  subject: string;
  text: string;
  createdAt: string;
}

/** Far more than a slow machine needs. */
const timeoutMs = 240_000;
/** Between two looks. */
const pollMs = 25;

/** Reads the messages that the portal wrote to files. */
export class Outbox {
  readonly #config: Config;
  readonly #clock: Clock;

  constructor(config: Config, clock: Clock) {
    this.#config = config;
    this.#clock = clock;
  }

  sms(): Promise<SentSms[]> {
    return readLines<SentSms>(join(folderOf(this.#config.sms), 'sms.ndjson'));
  }

  mail(): Promise<SentMail[]> {
    return readLines<SentMail>(join(folderOf(this.#config.mail), 'mail.ndjson'));
  }

  /** Waits for the SMS to a number after its first `after` ones. Throws after a timeout. */
  async nextSms(to: string, after: number): Promise<SentSms> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const found = (await this.sms()).filter((sms) => sms.to === to)[after];
      if (found) return found;
      if (performance.now() > deadline)
        throw new Error(`No SMS number ${after + 1} reached ${to} by ${this.#clock.now().toISOString()}.`);
      await wait(pollMs);
    }
  }

  /** Waits for the mail to an address after its first `after` ones. Throws after a timeout. */
  async nextMail(to: string, after: number): Promise<SentMail> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const found = (await this.mail()).filter((mail) => mail.to === to)[after];
      if (found) return found;
      if (performance.now() > deadline)
        throw new Error(`No mail number ${after + 1} reached ${to} by ${this.#clock.now().toISOString()}.`);
      await wait(pollMs);
    }
  }

  async countSms(to: string): Promise<number> {
    return (await this.sms()).filter((sms) => sms.to === to).length;
  }
}

function folderOf(settings: Config['sms'] | Config['mail']): string {
  if (settings.driver !== 'file') throw new Error('This portal does not write its messages to files.');
  return settings.folder;
}

/** Returns the code in the text of an SMS. Throws if there is none. */
export function codeIn(text: string): string {
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (!code) throw new Error('The SMS contains no code.');
  return code;
}

/** Returns the token of the link at the end of an SMS: consent link or block link. Throws if there is none. */
export function tokenIn(text: string): string {
  const token = /\/consent#(\S+)$/.exec(text)?.[1];
  if (!token) throw new Error('The SMS does not end with a consent link.');
  return token;
}

async function readLines<T>(path: string): Promise<T[]> {
  try {
    const text = await readFile(path, 'utf8');
    // Text after the last line end is a line that is still being written.
    const lines = text.split('\n').slice(0, -1);
    return lines.map((line): T => JSON.parse(line));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
