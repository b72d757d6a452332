import { beginUpload } from '@medcloud/contract/routes/medical-center';
import { pauseBeforeRetry, planRetry } from './plan-retry.ts';
import { isAvailableFile, type RetryWait, type Upload } from './queue.ts';
import { sendTusRequest, type TusResponse } from './tus-request.ts';
import { FileMismatchError } from './upload-errors.ts';

/** What one part holds: so much is sent again at most after a cut. */
const partBytes = 4 * 1_048_576;
/** Before the portal has answered this page at all: whoever has just pressed the button is told soon. */
const maxFirstTries = 2;

/** What the sending tells while it goes on. */
export interface UploadCallbacks {
  /** Bytes that the portal has, or that are on their way to it. */
  onProgress: (bytes: number) => void;
  /** It stands still, and is tried again by itself. */
  onWait: (waiting: RetryWait) => void;
  /** The portal has it at this address. */
  onCreated: (address: string) => void;
  /** A part is about to go: its SHA-256 in hex, by its place. It waits until that is written down. */
  beforePart: (index: number, digest: string) => Promise<void>;
}

export interface StoredExam {
  id: string;
  sha256: string;
}

export type SendParts = (upload: Upload, callbacks: UploadCallbacks, signal: AbortSignal) => Promise<StoredExam>;

/**
 * Sends files in parts (tus 1.0.0) from the byte on where the portal stands: anew, after a cut, or after a reload under
 * the same key, when the parts that arrived before must be those of this file. A part with its own SHA-256 counts whole
 * or not at all. What breaks is tried again, longer and longer apart (`nextTry`). Fails with `PortalNotReached` when the portal
 * has not answered this page yet, `PortalError` for what the portal refuses, `AnotherFile`, and `UploadCancelled` on the signal.
 */
export function createPartSender(): SendParts {
  let hasAnswered = false;
  return async (upload, callbacks, signal) => {
    if (!isAvailableFile(upload.file)) throw new Error('A file that is not here cannot be sent.');
    let failures = 0;
    const onCreated = (address: string) => {
      hasAnswered = true;
      callbacks.onCreated(address);
    };
    const onPartStored = () => {
      failures = 0;
    };
    for (;;) {
      try {
        return await sendRemaining(upload, upload.file, { ...callbacks, onCreated, onPartStored }, signal);
      } catch (error) {
        const retry = planRetry(error, failures);
        if (!retry || (!hasAnswered && failures >= maxFirstTries)) throw error;
        const { finished, skip } = pauseBeforeRetry(retry.ms, signal);
        callbacks.onWait({ reason: retry.reason, tryNow: skip });
        await finished;
        failures += 1;
      }
    }
  };
}

/** Ends an open upload at the portal, which finds it by its key where its address is not known: what came of it is removed. */
export async function cancelServerUpload(upload: Upload, address?: string): Promise<void> {
  const uploadUrl =
    address ?? (await sendTusRequest('POST', beginUpload.path, creationHeadersOf(upload))).header('location');
  if (uploadUrl) await sendTusRequest('DELETE', uploadUrl, {});
}

interface PartCallbacks extends UploadCallbacks {
  onPartStored: () => void;
}

/** Begins the upload, or finds the one of this key again, asks where it stands, and sends the rest. */
async function sendRemaining(
  upload: Upload,
  file: File,
  callbacks: PartCallbacks,
  signal: AbortSignal,
): Promise<StoredExam> {
  const created = await sendTusRequest('POST', beginUpload.path, creationHeadersOf(upload), { signal });
  const address = created.header('location') ?? '';
  const status = await sendTusRequest('HEAD', address, {}, { signal });
  callbacks.onCreated(address);
  let stored = parseStoredExam(status);
  let offset = Number(status.header('upload-offset') ?? 0);
  if (!stored) await checkSameFile(upload, file, offset);
  while (!stored) {
    callbacks.onProgress(offset);
    const response = await sendPart(address, file, offset, callbacks, signal);
    callbacks.onPartStored();
    stored = parseStoredExam(response);
    offset = Number(response.header('upload-offset') ?? file.size);
  }
  return stored;
}

async function sendPart(address: string, file: File, offset: number, callbacks: PartCallbacks, signal: AbortSignal) {
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
  if (offset % partBytes === 0) await callbacks.beforePart(offset / partBytes, hexOf(digest));
  return await sendTusRequest('PATCH', address, headers, {
    body,
    onProgress: (bytes) => callbacks.onProgress(Math.min(end, offset + bytes)),
    signal,
  });
}

/** Holds the parts that arrived in an earlier life of the page against this file. */
async function checkSameFile({ digests = [] }: Upload, file: File, offset: number): Promise<void> {
  for (const [index, digest] of digests.entries()) {
    const start = index * partBytes;
    if (digest === '' || start + partBytes > offset) continue;
    if (hexOf(await digestOf(file.slice(start, start + partBytes))) !== digest) throw new FileMismatchError();
  }
}

async function digestOf(part: Blob): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await part.arrayBuffer()));
}

function hexOf(digest: Uint8Array): string {
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Upload-Length and Upload-Metadata (tus 1.0.0, creation): each value in Base64 of its UTF-8. */
function creationHeadersOf({ fields, file, idempotencyKey }: Upload): Record<string, string> {
  const metadata = { ...fields, filename: file.name, uploadKey: idempotencyKey };
  const pairs = Object.entries(metadata).flatMap(([name, value]) => (value ? [`${name} ${base64Of(value)}`] : []));
  return { 'upload-length': String(file.size), 'upload-metadata': pairs.join(',') };
}

function base64Of(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}

function parseStoredExam(response: TusResponse): StoredExam | undefined {
  const id = response.header('upload-exam-id');
  const sha256 = response.header('upload-sha256');
  return id && sha256 ? { id, sha256 } : undefined;
}
