import { constants } from 'node:zlib';
import { DicomFault, parseMetaHead, sniffContent } from '@medcloud/dicom';
import type { ScanResult } from '../../../platform/outbound/clamd/clamd-session.ts';
import { ImagingFault } from '../imaging-fault.ts';
import { inflateChunks } from '../members/member-chunks.ts';

// The meta information of every file tried ends within it.
const prefixBytes = 65_536;
// As the readers of deflated data sets (parse-instance.ts).
const maxInflatedBytes = 268_435_456;

interface Scanner {
  scan(chunks: AsyncIterable<Uint8Array>): Promise<ScanResult>;
}

/**
 * Scans a file; a DICOM file with a deflated data set (PS3.5 A.5) then also inflated, as the portal shows and sends its
 * values: scanners do not know this format. `read` starts at the first byte again. Rejects with `ImagingFault` `damaged`
 * if the data set cannot be inflated, and with errors of the scanner and of `read`.
 */
export async function scanFile(
  scanner: Scanner,
  read: () => Promise<AsyncIterable<Uint8Array>> | AsyncIterable<Uint8Array>,
): Promise<ScanResult> {
  const prefix = new Prefix();
  const result = await scanner.scan(prefix.keep(await read()));
  if (result.kind !== 'clean') return result;
  const offset = findDeflatedDataSet(prefix);
  return offset === null ? result : await scanner.scan(inflateFrom(await read(), offset));
}

/** The first bytes of a file that passes. */
class Prefix {
  readonly #buffer = Buffer.alloc(prefixBytes);
  #length = 0;

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** The file ends within the prefix. */
  get isComplete(): boolean {
    return this.#length < prefixBytes;
  }

  async *keep(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      const part = chunk.subarray(0, prefixBytes - this.#length);
      this.#buffer.set(part, this.#length);
      this.#length += part.length;
      yield chunk;
    }
  }
}

/** Returns where a deflated data set begins; null if the file has none. */
function findDeflatedDataSet({ bytes, isComplete }: Prefix): number | null {
  if (sniffContent(bytes) !== 'dicom') return null;
  const head = parseHead(bytes, isComplete);
  if (head === undefined) throw new ImagingFault('damaged');
  return head?.isDeflated ? head.dataSetOffset : null;
}

function parseHead(bytes: Buffer, isComplete: boolean) {
  try {
    return parseMetaHead(bytes, isComplete);
  } catch (error) {
    if (error instanceof DicomFault) return null;
    throw error;
  }
}

async function* inflateFrom(chunks: AsyncIterable<Uint8Array>, offset: number): AsyncGenerator<Uint8Array> {
  let inflatedBytes = 0;
  for await (const chunk of inflateChunks(skip(chunks, offset), { finishFlush: constants.Z_SYNC_FLUSH })) {
    inflatedBytes += chunk.length;
    if (inflatedBytes > maxInflatedBytes) throw new ImagingFault('damaged');
    yield chunk;
  }
}

async function* skip(chunks: AsyncIterable<Uint8Array>, offset: number): AsyncGenerator<Uint8Array> {
  let skipped = 0;
  for await (const chunk of chunks) {
    const start = Math.min(chunk.length, offset - skipped);
    skipped += start;
    // A copy: what is read from the store is valid only until the next chunk is requested.
    if (start < chunk.length) yield Uint8Array.from(chunk.subarray(start));
  }
}
