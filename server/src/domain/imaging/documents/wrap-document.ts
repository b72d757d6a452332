import { createHash } from 'node:crypto';
import type { Seal } from '../../../platform/blobs/container.ts';
import type { Portal } from '../../portal/portal.ts';
import { newSeal, type StoredDerived } from '../derived-objects.ts';
import { ImagingFault } from '../imaging-fault.ts';
import type { ImagingThreads } from '../imaging-threads.ts';
import type { ExamToImage } from '../store.ts';
import { aroundPdf, aroundPixels, type Wrapping } from './document-frame.ts';

type Storing = Pick<Portal, 'objects' | 'clock' | 'random'>;

/** An exam's document, and what opens it. */
export interface DocumentToWrap {
  readonly exam: ExamToImage;
  readonly seal: Seal;
}

/**
 * Makes the DICOM object of a document, sealed under a key of its own: a PDF with every byte as it came, a JPEG or PNG as
 * clean pixels, decoded in the imaging thread, so that nothing but the picture goes on. Fails with `ImagingFault`.
 */
export async function wrapDocument(
  portal: Storing,
  threads: ImagingThreads,
  { exam, seal }: DocumentToWrap,
  signal: AbortSignal,
): Promise<StoredDerived> {
  const document = { examId: exam.id, examDate: exam.examDate };
  if (exam.content === 'pdf') {
    const checked = unaltered(await portal.objects.read(seal), exam.sha256);
    return await store(portal, aroundPdf(document, exam.sizeBytes), checked);
  }
  const { width, height, pixels } = await threads.decode({ examId: exam.id, content: 'dcm', seal }, signal);
  return await store(portal, aroundPixels(document, { width, height }), inPieces(pixels));
}

async function store(
  portal: Storing,
  { before, behind }: Wrapping,
  body: AsyncIterable<Buffer>,
): Promise<StoredDerived> {
  const seal = newSeal(portal);
  const writer = await portal.objects.create(seal);
  try {
    await writer.write(before);
    for await (const piece of body) await writer.write(piece);
    await writer.write(behind);
    return { kind: 'wrapped', position: 0, seal, facts: await writer.finish() };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** The bytes as they pass, held at their end against what was received. */
async function* unaltered(bytes: AsyncIterable<Buffer>, sha256: Buffer): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
  if (!hash.digest().equals(sha256)) throw new ImagingFault('damaged');
}

const pieceBytes = 1_048_576;

async function* inPieces(pixels: Uint8Array): AsyncGenerator<Buffer> {
  for (let start = 0; start < pixels.length; start += pieceBytes)
    yield Buffer.from(pixels.buffer, pixels.byteOffset + start, Math.min(pieceBytes, pixels.length - start));
}
