import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { examFields, offsetOf, requestUpload, send } from '../harness/tus.ts';
import { Seeded } from '../phantom/seeded.ts';
import { type AcceptedUploadLog, fileOf, type Uploader } from './uploaders.ts';

/** An upload in parts that was begun, and what of it was acknowledged. */
export interface PendingUpload {
  path: string;
  bytes: Buffer;
  acknowledgedBytes: number;
}

/** Somebody who uploads in parts, and remembers over the portal's deaths what is not done. */
export interface PartUploader {
  pending: PendingUpload | null;
}

// Within a frame, over one, over several; cut where no frame ends.
const sizes = [2_000, 300_000, 700_000];
const partBytes = 150_001;

/** Goes on with what was begun, then uploads one file after another in parts, until the portal is gone. */
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

/** Null if the connection was cut instead. */
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
  if (response.status !== 201) throw new Error(`An upload did not begin: ${await response.text()}`);
  return { path: response.headers.get('location') ?? '', bytes, acknowledgedBytes: 0 };
}

/** Sends what is missing from where the portal says it stands; false if the connection was cut instead. */
export async function sendRest(
  uploadLog: AcceptedUploadLog,
  { client }: Uploader,
  pending: PendingUpload,
): Promise<boolean> {
  const { path, bytes } = pending;
  let offset = await offsetOf(client, path).catch(nullIfGone);
  if (offset === null) return false;
  if (offset < pending.acknowledgedBytes)
    throw new Error(`${pending.acknowledgedBytes} bytes were acknowledged and ${offset} are there.`);
  do {
    const part: Buffer = bytes.subarray(offset, offset + partBytes);
    const response: Response | null = await send(client, path, offset, part).catch(() => null);
    if (response === null) return false;
    // only paces the next try: the center's other hands hold its places
    if (response.status === 429) await wait(20);
    else if (response.status !== 204)
      throw new Error(`A part was answered ${response.status} ${await response.text()}`);
    else {
      offset += part.length;
      pending.acknowledgedBytes = offset;
      const [examId, sha256] = [response.headers.get('upload-exam-id'), response.headers.get('upload-sha256')];
      if (examId && sha256) uploadLog.acknowledged.set(examId, sha256);
    }
  } while (offset < bytes.length);
  return true;
}

/** A portal that is gone answers nothing; whatever it does answer must be right. */
function nullIfGone(error: unknown): null {
  if (error instanceof TypeError) return null; // fetch's own
  throw error;
}
