import { createHash } from 'node:crypto';
import type { ObjectKey } from '../../../platform/blobs/container.ts';
import type { AppContext } from '../../core/context.ts';
import { type NewDerivedObject, newObjectKey } from '../derived-objects.ts';
import { ImagingFault } from '../imaging-fault.ts';
import type { ExamToIndex } from '../store.ts';
import type { ImagingWorkers } from '../worker/imaging-workers.ts';
import { type DicomEnvelope, encodePdfEnvelope, encodePixelEnvelope } from './dicom-envelope.ts';

type StoreContext = Pick<AppContext, 'objects' | 'clock' | 'random'>;

/** An exam's document and its object key. */
export interface DocumentToWrap {
  readonly exam: ExamToIndex;
  readonly objectKey: ObjectKey;
}

/**
 * Creates the DICOM object of a document, encrypted under its own key. A PDF keeps every byte. A JPEG or PNG becomes
 * plain pixels, decoded in an imaging worker, so nothing but the image is stored. Throws `ImagingFault`.
 */
export async function wrapDocument(
  context: StoreContext,
  workers: ImagingWorkers,
  { exam, objectKey }: DocumentToWrap,
  signal: AbortSignal,
): Promise<NewDerivedObject> {
  const document = { examId: exam.id, examDate: exam.examDate };
  if (exam.content === 'pdf') {
    const checkedBytes = checkHash(await context.objects.read(objectKey), exam.sha256);
    return await storeWrapped(context, encodePdfEnvelope(document, exam.sizeBytes), checkedBytes);
  }
  const { width, height, pixels } = await workers.decode({ examId: exam.id, content: 'dcm', objectKey }, signal);
  return await storeWrapped(context, encodePixelEnvelope(document, { width, height }), splitChunks(pixels));
}

async function storeWrapped(
  context: StoreContext,
  { prefix, suffix }: DicomEnvelope,
  body: AsyncIterable<Buffer>,
): Promise<NewDerivedObject> {
  const objectKey = newObjectKey(context);
  const writer = await context.objects.create(objectKey);
  try {
    await writer.write(prefix);
    for await (const chunk of body) await writer.write(chunk);
    await writer.write(suffix);
    return { kind: 'wrapped', position: 0, objectKey, facts: await writer.finish() };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** Yields the same bytes, and compares their hash with the received file's at the end. */
async function* checkHash(bytes: AsyncIterable<Buffer>, sha256: Buffer): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
  if (!hash.digest().equals(sha256)) throw new ImagingFault('damaged');
}

const chunkBytes = 1_048_576;

async function* splitChunks(pixels: Uint8Array): AsyncGenerator<Buffer> {
  for (let start = 0; start < pixels.length; start += chunkBytes)
    yield Buffer.from(pixels.buffer, pixels.byteOffset + start, Math.min(chunkBytes, pixels.length - start));
}
