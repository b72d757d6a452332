import { tinyDicom } from './tiny-dicom.ts';

const chunkBytes = 65_536;

/** A DICOM file of exactly `totalBytes`, a piece at a time and never in memory: a real head, then pixels of one pattern. */
export function* sizedDicom(totalBytes: number): Generator<Buffer> {
  const head = tinyDicom({ patientName: '', seed: 9 });
  if (totalBytes < head.length) throw new Error(`A DICOM file has at least ${head.length} bytes.`);
  yield head;
  const chunk = Buffer.alloc(chunkBytes, 'pixels 0123456789');
  for (let remaining = totalBytes - head.length; remaining > 0; remaining -= chunkBytes)
    yield chunk.subarray(0, remaining);
}
