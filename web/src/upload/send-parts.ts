import { beginUpload } from '@medcloud/contract/routes/medical-center';
import { isHere, type Upload, type Waiting } from './queue.ts';
import { nextTry, pause } from './try-again.ts';
import { type Answer, askPortal } from './tus-request.ts';
import { AnotherFile } from './upload-faults.ts';

/** What one part holds: so much is sent again at most after a cut. */
const partBytes = 4 * 1_048_576;
/** Before the portal has answered this page at all: whoever has just pressed the button is told soon. */
const firstTries = 2;

/** What the sending tells while it goes on. */
export interface PartsWatch {
  /** Bytes that the portal has, or that are on their way to it. */
  sent: (bytes: number) => void;
  /** It stands still, and is tried again by itself. */
  waits: (waiting: Waiting) => void;
  /** The portal has it at this address. */
  begun: (address: string) => void;
  /** A part is about to go: its SHA-256 in hex, by its place. It waits until that is written down. */
  begins: (place: number, digest: string) => Promise<void>;
}

export interface Stored {
  id: string;
  sha256: string;
}

export type SendParts = (upload: Upload, watch: PartsWatch, signal: AbortSignal) => Promise<Stored>;

/**
 * Sends files in parts (tus 1.0.0) from the byte on where the portal stands: anew, after a cut, or after a reload under
 * the same key, when the parts that arrived before must be those of this file. A part with its own SHA-256 counts whole
 * or not at all. What breaks is tried again, longer and longer apart (`nextTry`). Fails with `PortalNotReached` when the portal
 * has not answered this page yet, `PortalError` for what the portal refuses, `AnotherFile`, and `UploadCancelled` on the signal.
 */
export function openSending(): SendParts {
  let hasAnswered = false;
  return async (upload, watch, signal) => {
    if (!isHere(upload.file)) throw new Error('A file that is not here cannot be sent.');
    let failures = 0;
    const begun = (address: string) => {
      hasAnswered = true;
      watch.begun(address);
    };
    const cameThrough = () => {
      failures = 0;
    };
    for (;;) {
      try {
        return await goOn(upload, upload.file, { ...watch, begun, cameThrough }, signal);
      } catch (error) {
        const next = nextTry(error, failures);
        if (!next || (!hasAnswered && failures >= firstTries)) throw error;
        const { over, end } = pause(next.ms, signal);
        watch.waits({ what: next.what, tryNow: end });
        await over;
        failures += 1;
      }
    }
  };
}

/** Ends an open upload at the portal, which finds it by its key where its address is not known: what came of it is removed. */
export async function endAtPortal(upload: Upload, address?: string): Promise<void> {
  const at = address ?? (await askPortal('POST', beginUpload.path, creationOf(upload))).header('location');
  if (at) await askPortal('DELETE', at, {});
}

interface Watch extends PartsWatch {
  cameThrough: () => void;
}

/** Begins the upload, or finds the one of this key again, asks where it stands, and sends the rest. */
async function goOn(upload: Upload, file: File, watch: Watch, signal: AbortSignal): Promise<Stored> {
  const begun = await askPortal('POST', beginUpload.path, creationOf(upload), { signal });
  const address = begun.header('location') ?? '';
  const stands = await askPortal('HEAD', address, {}, { signal });
  watch.begun(address);
  let stored = storedIn(stands);
  let offset = Number(stands.header('upload-offset') ?? 0);
  if (!stored) await checkSame(upload, file, offset);
  while (!stored) {
    watch.sent(offset);
    const answer = await sendPart(address, file, offset, watch, signal);
    watch.cameThrough();
    stored = storedIn(answer);
    offset = Number(answer.header('upload-offset') ?? file.size);
  }
  return stored;
}

async function sendPart(address: string, file: File, offset: number, watch: Watch, signal: AbortSignal) {
  // parts end at the same bytes whatever was cut, so that their digests can be compared
  const end = Math.min(file.size, (Math.floor(offset / partBytes) + 1) * partBytes);
  const body = file.slice(offset, end);
  const digest = await digestOf(body);
  const headers = {
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
    'upload-checksum': `sha256 ${btoa(String.fromCharCode(...digest))}`,
  };
  // before it goes: whatever arrived can be held against the file that is chosen again
  if (offset % partBytes === 0) await watch.begins(offset / partBytes, hexOf(digest));
  return await askPortal('PATCH', address, headers, {
    body,
    sent: (bytes) => watch.sent(Math.min(end, offset + bytes)),
    signal,
  });
}

/** Holds the parts that arrived in an earlier life of the page against this file. */
async function checkSame({ digests = [] }: Upload, file: File, offset: number): Promise<void> {
  for (const [place, digest] of digests.entries()) {
    const start = place * partBytes;
    if (digest === '' || start + partBytes > offset) continue;
    if (hexOf(await digestOf(file.slice(start, start + partBytes))) !== digest) throw new AnotherFile();
  }
}

async function digestOf(part: Blob): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await part.arrayBuffer()));
}

function hexOf(digest: Uint8Array): string {
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Upload-Length and Upload-Metadata (tus 1.0.0, creation): each value in Base64 of its UTF-8. */
function creationOf({ fields, file, idempotencyKey }: Upload): Record<string, string> {
  const metadata = { ...fields, filename: file.name, uploadKey: idempotencyKey };
  const pairs = Object.entries(metadata).flatMap(([name, value]) => (value ? [`${name} ${base64Of(value)}`] : []));
  return { 'upload-length': String(file.size), 'upload-metadata': pairs.join(',') };
}

function base64Of(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}

function storedIn(answer: Answer): Stored | undefined {
  const id = answer.header('upload-exam-id');
  const sha256 = answer.header('upload-sha256');
  return id && sha256 ? { id, sha256 } : undefined;
}
