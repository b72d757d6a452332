import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '../harness/client.ts';
import { examOf, fieldParts, filePart, sendParts } from '../harness/multipart.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { Seeded } from '../phantom/seeded.ts';

/** Uploads that were sent, and uploads that the portal acknowledged. */
export interface AcceptedUploadLog {
  /** By SHA-256 in hex: the bytes, their idempotency key and their uploader. */
  sent: Map<string, { key: string; bytes: Buffer; uploader: Uploader }>;
  /** SHA-256 by the id of an acknowledged exam. */
  acknowledged: Map<string, string>;
  /** Exams whose bytes were read once and were correct. */
  read: Set<string>;
}

/** A client that uploads for one patient. */
export interface Uploader {
  name: string;
  client: Client;
  patientId: string;
}

export const newUploadLog = (): AcceptedUploadLog => ({ sent: new Map(), acknowledged: new Map(), read: new Set() });

// Files of one encrypted segment, of two, and of several, which takes some time.
const sizes = [2_000, 300_000, 1_200_000];

/** Uploads one file after another, until the portal is gone. */
export async function uploadUntilGone(uploadLog: AcceptedUploadLog, uploader: Uploader, seed: string): Promise<void> {
  const random = new Seeded(seed);
  for (let count = 0; ; count += 1) {
    const bytes = fileOf(random, sizes[count % sizes.length] ?? 0);
    const key = `${uploader.name} ${seed} ${count}`;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    uploadLog.sent.set(sha256, { key, bytes, uploader });
    if (!(await uploadFile(uploadLog, uploader, bytes, key))) return;
  }
}

/** The center's other uploads use its concurrency limit. Retries that come sooner use up its 600 requests a minute. */
export const limitedWaitMs = 200;

/** Uploads a file and records the acknowledgement. Returns false if the connection was cut. */
export async function uploadFile(
  uploadLog: AcceptedUploadLog,
  uploader: Uploader,
  bytes: Buffer,
  key: string,
): Promise<boolean> {
  const parts = [...fieldParts({ patientId: uploader.patientId }), filePart(bytes)];
  const response = await sendParts(uploader.client, parts, { 'idempotency-key': key }).catch(() => null);
  if (response === null) return false;
  if (response.status === 429) {
    await wait(limitedWaitMs);
    return await uploadFile(uploadLog, uploader, bytes, key);
  }
  if (response.status !== 201 && response.status !== 200) throw new Error(`An upload failed: ${response.text}`);
  const exam = examOf(response);
  uploadLog.acknowledged.set(exam.id, exam.sha256);
  return true;
}

/** Creates a unique DICOM file. */
export function fileOf(random: Seeded, moreBytes: number): Buffer {
  const head = tinyDicom({ patientName: '', seed: random.uint32() });
  return Buffer.concat([head, Buffer.alloc(moreBytes, `pixels of ${random.uint32()} `)]);
}
