import { createGzip, gzipSync } from 'node:zlib';
import { encodeManifestHeader, type SeriesIndex } from './manifest.ts';
import type { ParsedInstance } from './parse-instance.ts';
import { inflateText } from './text-buffer.ts';

// Each write is a task of the zlib thread pool: a single instance's metadata is too little for one.
const minChunkBytes = 131_072;

/** Encodes a series' manifest from its instances, which must be in their final order. */
export async function encodeSeriesManifest(instances: readonly ParsedInstance[]): Promise<Buffer> {
  const [first] = instances;
  if (first === undefined) throw new Error('The series has no instances.');
  const metadataRanges: [number, number][] = [];
  let offset = 1; // after the bracket
  for (const { metadata } of instances) {
    metadataRanges.push([offset, metadata.plainBytes]);
    offset += metadata.plainBytes + 1; // and its comma or bracket
  }
  const index = {
    studyUid: first.studyUid,
    seriesUid: first.seriesUid,
    instances: instances.map((instance, place) => toManifestInstance(instance, metadataRanges[place] ?? [0, 0])),
  } satisfies SeriesIndex;
  const gzippedIndex = gzipSync(JSON.stringify(index));
  const metadata = await gzipChunks(metadataChunks(instances));
  const header = encodeManifestHeader(instances.length, gzippedIndex.length, metadata.length, offset);
  return Buffer.concat([header, gzippedIndex, metadata]);
}

function toManifestInstance(instance: ParsedInstance, metadata: [number, number]): SeriesIndex['instances'][number] {
  const { studyUid: _study, seriesUid: _series, shared: _shared, ...rest } = instance;
  return { ...rest, metadata };
}

function* metadataChunks(instances: readonly ParsedInstance[]): Generator<Buffer> {
  for (const [place, instance] of instances.entries()) {
    yield Buffer.from(place === 0 ? '[' : ',');
    yield inflateText(instance.metadata);
  }
  yield Buffer.from(']');
}

/** Yields the same bytes in chunks of at least `minChunkBytes`, except the last. */
function* joinChunks(chunks: Iterable<Buffer>): Generator<Buffer> {
  let pending: Buffer[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    pending.push(chunk);
    bytes += chunk.length;
    if (bytes < minChunkBytes) continue;
    yield Buffer.concat(pending);
    pending = [];
    bytes = 0;
  }
  yield Buffer.concat(pending);
}

/** Gzips chunk by chunk, so the plain metadata of a long series is never completely in memory. */
async function gzipChunks(chunks: Iterable<Buffer>): Promise<Buffer> {
  const gzipStream = createGzip();
  const gzipped = Array.fromAsync<Buffer>(gzipStream);
  for (const chunk of joinChunks(chunks))
    if (!gzipStream.write(chunk)) await new Promise((resolve) => gzipStream.once('drain', resolve));
  gzipStream.end();
  return Buffer.concat(await gzipped);
}
