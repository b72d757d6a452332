import { createGzip, gzipSync } from 'node:zlib';
import { encodeManifestHeader, type SeriesIndex } from '../manifest.ts';
import { plainOf } from './held-text.ts';
import type { FoundInstance } from './read-instance.ts';

// Each write is a turn of the thread that packs: an instance's metadata alone are too little for one.
const writeBytes = 131_072;

/** A series' manifest from its instances, which stand in their final order. */
export async function seriesManifest(instances: readonly FoundInstance[]): Promise<Buffer> {
  const [first] = instances;
  if (first === undefined) throw new Error('A series has instances.');
  const places: [number, number][] = [];
  let offset = 1; // after the bracket
  for (const { metadata } of instances) {
    places.push([offset, metadata.plainBytes]);
    offset += metadata.plainBytes + 1; // and its comma or bracket
  }
  const index = {
    studyUid: first.studyUid,
    seriesUid: first.seriesUid,
    instances: instances.map((instance, place) => listed(instance, places[place] ?? [0, 0])),
  } satisfies SeriesIndex;
  const packedIndex = gzipSync(JSON.stringify(index));
  const metadata = await gzipped(metadataPieces(instances));
  const header = encodeManifestHeader(instances.length, packedIndex.length, metadata.length, offset);
  return Buffer.concat([header, packedIndex, metadata]);
}

function listed(instance: FoundInstance, metadata: [number, number]): SeriesIndex['instances'][number] {
  const { studyUid: _study, seriesUid: _series, shared: _shared, ...rest } = instance;
  return { ...rest, metadata };
}

function* metadataPieces(instances: readonly FoundInstance[]): Generator<Buffer> {
  for (const [place, instance] of instances.entries()) {
    yield Buffer.from(place === 0 ? '[' : ',');
    yield plainOf(instance.metadata);
  }
  yield Buffer.from(']');
}

/** The same bytes in pieces of at least so many, but for the last. */
function* joined(pieces: Iterable<Buffer>): Generator<Buffer> {
  let gathered: Buffer[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    gathered.push(piece);
    bytes += piece.length;
    if (bytes < writeBytes) continue;
    yield Buffer.concat(gathered);
    gathered = [];
    bytes = 0;
  }
  yield Buffer.concat(gathered);
}

/** Gzips a piece at a time: the whole of a long series' metadata is never in memory in plain. */
async function gzipped(pieces: Iterable<Buffer>): Promise<Buffer> {
  const packing = createGzip();
  const packed = Array.fromAsync<Buffer>(packing);
  for (const piece of joined(pieces))
    if (!packing.write(piece)) await new Promise((resolve) => packing.once('drain', resolve));
  packing.end();
  return Buffer.concat(await packed);
}
