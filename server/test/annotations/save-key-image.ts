import { randomUUID } from 'node:crypto';
import { type AnnotationSet, routes } from '@medcloud/contract';
import type { Client } from '../harness/client.ts';
import { tinyUids } from '../harness/tiny-dicom.ts';

const { changeDraft, saveAnnotations } = routes.annotations;

/** Saves the image of an exam of `tinyDicom` as a key image that all who see the exam see: the caller's first set. */
export async function saveKeyImage(client: Client, examId: string, seed: number): Promise<AnnotationSet> {
  const params = { id: examId };
  const image = { sop: tinyUids(seed).instance, frame: 1 };
  const item = { id: randomUUID(), kind: 'key-image', on: { image }, points: [], updatedAt: '2026-11-27T10:00:00Z' };
  const body = changeDraft.body.parse({ items: [item] });
  const { revision } = await client.call(changeDraft, { params, body }, { revision: 0 });
  return await client.call(saveAnnotations, { params, body: { visibility: 'all' } }, { revision });
}
