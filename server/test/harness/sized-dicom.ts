import { tinyDicom } from './tiny-dicom.ts';

const chunkBytes = 65_536;

/**
 * Yields a DICOM file of exactly `totalBytes` in chunks: a real header, then pixels of one pattern. Never in memory as
 * a whole.
 */
export function* sizedDicom(totalBytes: number): Generator<Buffer> {
  const head = tinyDicom({ patientName: '', seed: 9 });
  if (totalBytes < head.length) throw new Error(`A DICOM file has at least ${head.length} bytes.`);
  yield head;
  const chunk = Buffer.alloc(chunkBytes, 'pixels 0123456789');
  for (let remaining = totalBytes - head.length; remaining > 0; remaining -= chunkBytes)
    yield chunk.subarray(0, remaining);
}
