import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { examFields, offsetOf, requestUpload, send } from '../harness/tus.ts';
import { Seeded } from '../phantom/seeded.ts';
import { type AcceptedUploadLog, fileOf, limitedWaitMs, type Uploader } from './uploaders.ts';

/** A resumable upload that was created, and its acknowledged bytes. */
export interface PendingUpload {
  path: string;
  bytes: Buffer;
  acknowledgedBytes: number;
}

/** State of a resumable uploader, kept across kills of the portal. */
export interface PartUploader {
  pending: PendingUpload | null;
}

// Less than one segment, more than one, several. Parts do not end at a segment boundary.
const sizes = [2_000, 300_000, 700_000];
const partBytes = 150_001;

/** Resumes the pending upload, then uploads one file after another in parts, until the portal is gone. */
export async function sendPartsUntilGone(
  uploadLog: AcceptedUploadLog,
  uploader: Uploader,
  state: PartUploader,
  seed: string,
): Promise<void> {
  const random = new Seeded(seed);
  for (let count = 0; ; count += 1) {
    state.pending ??= await startUpload(
      uploadLog,
      uploader,
      fileOf(random, sizes[count % sizes.length] ?? 0),
      `${seed} ${count}`,
    );
    if (state.pending === null || !(await sendRest(uploadLog, uploader, state.pending))) return;
    state.pending = null;
  }
}

/** Creates an upload. Returns null if the connection was cut. */
async function startUpload(
  uploadLog: AcceptedUploadLog,
  uploader: Uploader,
  bytes: Buffer,
  key: string,
): Promise<PendingUpload | null> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  uploadLog.sent.set(sha256, { key: `${uploader.name} ${key}`, bytes, uploader });
  const fields = examFields(uploader.patientId, { uploadKey: `${uploader.name} ${key}` });
  const response = await requestUpload(uploader.client, bytes.length, fields).catch(() => null);
  if (response === null) return null;
  if (response.status !== 201) throw new Error(`An upload was not created: ${await response.text()}`);
  return { path: response.headers.get('location') ?? '', bytes, acknowledgedBytes: 0 };
}

/** Sends the rest of an upload from the portal's offset. Returns false if the connection was cut. */
export async function sendRest(
  uploadLog: AcceptedUploadLog,
  { client }: Uploader,
  pending: PendingUpload,
): Promise<boolean> {
  const { path, bytes } = pending;
  let offset = await offsetOf(client, path).catch(nullIfGone);
  if (offset === null) return false;
  if (offset < pending.acknowledgedBytes)
    throw new Error(`${pending.acknowledgedBytes} bytes were acknowledged, but only ${offset} are stored.`);
  do {
    const part: Buffer = bytes.subarray(offset, offset + partBytes);
    const response: Response | null = await send(client, path, offset, part).catch(() => null);
    if (response === null) return false;
    if (response.status === 429) await wait(limitedWaitMs);
    else if (response.status !== 204)
      throw new Error(`A part got the response ${response.status} ${await response.text()}`);
    else {
      offset += part.length;
      pending.acknowledgedBytes = offset;
      const [examId, sha256] = [response.headers.get('upload-exam-id'), response.headers.get('upload-sha256')];
      if (examId && sha256) uploadLog.acknowledged.set(examId, sha256);
    }
  } while (offset < bytes.length);
  return true;
}

/** Returns null for a connection error. Rethrows other errors, because every response must be correct. */
function nullIfGone(error: unknown): null {
  if (error instanceof TypeError) return null; // fetch's own
  throw error;
}
