import type { ScannerSettings } from '../../config/config.ts';
import { ClamdConnection, clamdTiming } from './clamd-connection.ts';

export interface ClamdVersion {
  /** `ClamAV 1.4.3`. */
  program: string;
  /** Number and time of the signatures; null if clamd has none of ClamAV's own. */
  signatures: { number: number; createdAt: Date } | null;
}

/** Asks the scanner for its version. Rejects with `ScannerError`. */
export async function getClamdVersion(settings: ScannerSettings, signal: AbortSignal): Promise<ClamdVersion> {
  const connection = await ClamdConnection.open(settings, clamdTiming, signal);
  const abort = () => connection.close();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await connection.write(Buffer.from('zVERSION\0'));
    return parseVersion(await connection.readReply());
  } finally {
    signal.removeEventListener('abort', abort);
    connection.close();
  }
}

/** Parses `ClamAV 1.4.3/27500/Mon Nov 24 08:25:08 2026`, whose time is in the scanner's time zone. */
export function parseVersion(reply: string): ClamdVersion {
  const [program = '', number = '', time = ''] = reply.split('/');
  const createdAt = new Date(time);
  const isKnown = /^\d+$/.test(number) && !Number.isNaN(createdAt.getTime());
  return { program, signatures: isKnown ? { number: Number(number), createdAt } : null };
}
