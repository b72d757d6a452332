import { createGzip, gzipSync, inflateRawSync } from 'node:zlib';
import { encodeManifestHeader, type SeriesIndex } from '../manifest.ts';
import type { FoundInstance } from './read-instance.ts';

/** A series' manifest from its instances, which stand in their final order. */
export async function seriesManifest(instances: readonly FoundInstance[]): Promise<Buffer> {
  const [first] = instances;
  if (first === undefined) throw new Error('A series has instances.');
  const places: [number, number][] = [];
  let offset = 1; // after the bracket
  for (const { metadataBytes } of instances) {
    places.push([offset, metadataBytes]);
    offset += metadataBytes + 1; // and its comma or bracket
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
  const { studyUid: _study, seriesUid: _series, metadataBytes: _bytes, shared: _shared, ...rest } = instance;
  return { ...rest, metadata };
}

function* metadataPieces(instances: readonly FoundInstance[]): Generator<Buffer> {
  for (const [place, instance] of instances.entries()) {
    yield Buffer.from(place === 0 ? '[' : ',');
    yield inflateRawSync(instance.metadata, { maxOutputLength: instance.metadataBytes });
  }
  yield Buffer.from(']');
}

/** Gzips a piece at a time: the whole of a long series' metadata is never in memory in plain. */
async function gzipped(pieces: Iterable<Buffer>): Promise<Buffer> {
  const packing = createGzip();
  const packed = Array.fromAsync<Buffer>(packing);
  for (const piece of pieces) if (!packing.write(piece)) await new Promise((resolve) => packing.once('drain', resolve));
  packing.end();
  return Buffer.concat(await packed);
}
