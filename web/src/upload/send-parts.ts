import { beginUpload } from '@medcloud/contract/routes/medical-center';
import { pauseBeforeRetry, planRetry } from './plan-retry.ts';
import { isAvailableFile, type RetryWait, type Upload } from './queue.ts';
import { sendTusRequest, type TusResponse } from './tus-request.ts';
import { FileMismatchError } from './upload-errors.ts';

/** Size of a part: at most this much is sent again after a connection loss. */
const partBytes = 4 * 1_048_576;
/** Retries before the first response of the server: a user who just started an upload must see an error soon. */
const maxFirstTries = 2;

/** Callbacks during an upload. */
export interface UploadCallbacks {
  /** Bytes sent so far, confirmed or in transit. */
  onProgress: (bytes: number) => void;
  /** The upload waits for its next attempt. */
  onWait: (waiting: RetryWait) => void;
  /** The server has created the upload at this URL. */
  onCreated: (address: string) => void;
  /** Called before a part is sent, with its index and SHA-256 in hex. The part waits until the promise resolves. */
  beforePart: (index: number, digest: string) => Promise<void>;
}

export interface StoredExam {
  id: string;
  sha256: string;
}

export type SendParts = (upload: Upload, callbacks: UploadCallbacks, signal: AbortSignal) => Promise<StoredExam>;

/**
 * Creates a sender of files in parts (tus 1.0.0), starting at the server's offset: for a new upload, after a connection
 * loss, or after a reload with the same key. After a reload the parts sent before must match this file. Each part has
 * its own SHA-256, so the server stores it completely or not at all. Failures are retried with growing delays
 * (`planRetry`). Rejects with `ServerUnreachableError` if the server has not responded to this page yet, `ApiError` if
 * the server rejects the upload, `FileMismatchError`, and `UploadCanceledError` when the signal aborts.
 */
export function createPartSender(): SendParts {
  let hasResponded = false;
  return async (upload, callbacks, signal) => {
    if (!isAvailableFile(upload.file)) throw new Error('The file is missing and cannot be sent.');
    let failures = 0;
    const onCreated = (address: string) => {
      hasResponded = true;
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
        if (!retry || (!hasResponded && failures >= maxFirstTries)) throw error;
        const { finished, skip } = pauseBeforeRetry(retry.ms, signal);
        callbacks.onWait({ reason: retry.reason, tryNow: skip });
        await finished;
        failures += 1;
      }
    }
  };
}

/** Cancels an open upload on the server, which deletes its bytes. Without `address`, finds the upload by its key. */
export async function cancelServerUpload(upload: Upload, address?: string): Promise<void> {
  const uploadUrl =
    address ?? (await sendTusRequest('POST', beginUpload.path, creationHeadersOf(upload))).header('location');
  if (uploadUrl) await sendTusRequest('DELETE', uploadUrl, {});
}

interface PartCallbacks extends UploadCallbacks {
  onPartStored: () => void;
}

/** Creates the upload or finds the one with its key, reads its offset, and sends the remaining parts. */
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
  // parts always end at the same offsets, so their digests can be compared after a connection loss
  const end = Math.min(file.size, (Math.floor(offset / partBytes) + 1) * partBytes);
  const body = file.slice(offset, end);
  const digest = await digestOf(body);
  const headers = {
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
    'upload-checksum': `sha256 ${btoa(String.fromCharCode(...digest))}`,
  };
  // before the part is sent: every received part can then be compared with a file that is selected again
  if (offset % partBytes === 0) await callbacks.beforePart(offset / partBytes, hexOf(digest));
  return await sendTusRequest('PATCH', address, headers, {
    body,
    onProgress: (bytes) => callbacks.onProgress(Math.min(end, offset + bytes)),
    signal,
  });
}

/** Compares the parts sent before a reload with this file. Throws `FileMismatchError` if one differs. */
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

/** Returns Upload-Length and Upload-Metadata (tus 1.0.0, creation). Values are Base64 of UTF-8. */
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
