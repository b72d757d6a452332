import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '../harness/client.ts';
import { examOf, fieldParts, filePart, sendParts } from '../harness/multipart.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { Seeded } from '../phantom/seeded.ts';

/** What was sent, and what the portal said it had kept. */
export interface AcceptedUploadLog {
  /** By SHA-256 in hex; the idempotency key under which the bytes were sent, and by whom. */
  sent: Map<string, { key: string; bytes: Buffer; uploader: Uploader }>;
  /** SHA-256 by the id of an acknowledged exam. */
  acknowledged: Map<string, string>;
  /** Exams whose bytes were once read here and right. */
  read: Set<string>;
}

/** Somebody who uploads for one patient. */
export interface Uploader {
  name: string;
  client: Client;
  patientId: string;
}

export const newUploadLog = (): AcceptedUploadLog => ({ sent: new Map(), acknowledged: new Map(), read: new Set() });

// A file within one sealed frame, one of two, and one of several, which takes some time.
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

/** Uploads a file and notes the acknowledgement; false if the connection was cut instead. */
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
    await wait(20); // only paces the next try: the center's other hands hold its places
    return await uploadFile(uploadLog, uploader, bytes, key);
  }
  if (response.status !== 201 && response.status !== 200) throw new Error(`An upload was answered ${response.text}`);
  const exam = examOf(response);
  uploadLog.acknowledged.set(exam.id, exam.sha256);
  return true;
}

/** A DICOM file that no other is like. */
export function fileOf(random: Seeded, moreBytes: number): Buffer {
  const head = tinyDicom({ patientName: '', seed: random.uint32() });
  return Buffer.concat([head, Buffer.alloc(moreBytes, `pixels of ${random.uint32()} `)]);
}
