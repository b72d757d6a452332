import { setImmediate as nextRound } from 'node:timers/promises';
import type { ScannerSettings } from '../../config/config.ts';
import { ClamdConnection, type ClamdTiming, clamdTiming } from './clamd-connection.ts';
import { ScannerError } from './scanner-error.ts';

/**
 * `limit`: a limit of the scanner's configuration is too small for the file. `size`: it did not read the file to its end;
 * `depth`: it did not read all that the file, an archive, contains.
 */
export type ScanResult =
  | { kind: 'clean' }
  | { kind: 'found'; virus: string }
  | { kind: 'limit'; limit: 'size' | 'depth' };

/** Scans files one after another over one connection. */
export interface ClamdSession {
  /**
   * Scans a stream. Each chunk must stay valid until the next is requested. Stops reading when the scanner has answered.
   * Rejects with `ScannerError`, or as the stream.
   */
  scan(chunks: AsyncIterable<Uint8Array>): Promise<ScanResult>;
  /** True after an error, and after a file that the scanner did not take to its end: then it hangs up. */
  readonly isOver: boolean;
  close(): void;
}

/** Connects to the scanner. Rejects with `ScannerError` of phase `connect`. The caller must close the session. */
export async function openClamdSession(
  settings: ScannerSettings,
  signal: AbortSignal,
  timing: ClamdTiming = clamdTiming,
): Promise<ClamdSession> {
  const connection = await ClamdConnection.open(settings, timing, signal);
  const abort = () => connection.close();
  signal.addEventListener('abort', abort, { once: true });
  const close = () => {
    signal.removeEventListener('abort', abort);
    connection.close();
  };
  try {
    await connection.write(Buffer.from('zIDSESSION\0'));
  } catch (error) {
    close();
    throw error;
  }
  let isOver = false;
  return {
    async scan(chunks) {
      try {
        const { result, isTaken } = await scanStream(connection, chunks);
        isOver = !isTaken;
        return result;
      } catch (error) {
        isOver = true;
        throw error;
      }
    },
    get isOver() {
      return isOver;
    },
    close,
  };
}

interface StreamResult {
  result: ScanResult;
  /** The scanner took the file to its end. */
  isTaken: boolean;
}

/** INSTREAM: chunks with their length as 32 bits, big-endian; a length of zero ends the stream (clamd(8)). */
async function scanStream(connection: ClamdConnection, chunks: AsyncIterable<Uint8Array>): Promise<StreamResult> {
  await connection.write(Buffer.from('zINSTREAM\0'));
  for await (const chunk of chunks) {
    if (connection.hasReply) break;
    if (chunk.length === 0) continue;
    await connection.write(encodeLength(chunk.length), chunk);
    // lets a reply that ends the stream early arrive before the next write fails
    await nextRound();
  }
  const isTaken = !connection.hasReply;
  if (isTaken) await connection.write(encodeLength(0));
  const result = parseReply(await connection.readReply());
  // an answer to another file, or of something that is not clamd
  if (result.kind === 'clean' && !isTaken) throw new ScannerError('reply', 'early');
  return { result, isTaken };
}

function encodeLength(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

// With AlertExceedsMax, clamd reports a file that it did not read to its end as if it had found this.
const limitPrefix = 'Heuristics.Limits.Exceeded.';

/** Parses `1: stream: OK`, `2: stream: NAME FOUND` or `3: INSTREAM size limit exceeded. ERROR`. */
function parseReply(reply: string): ScanResult {
  const text = reply.replace(/^\d+: /, '');
  if (text === 'stream: OK') return { kind: 'clean' };
  if (text.startsWith('INSTREAM size limit exceeded')) return { kind: 'limit', limit: 'size' };
  const [, virus] = /^stream: (.+) FOUND$/.exec(text) ?? [];
  if (virus === undefined) throw new ScannerError('reply', 'reply');
  if (!virus.startsWith(limitPrefix)) return { kind: 'found', virus };
  return { kind: 'limit', limit: virus === `${limitPrefix}MaxFileSize` ? 'size' : 'depth' };
}
