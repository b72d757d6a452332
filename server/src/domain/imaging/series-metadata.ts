import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { gunzipStream } from '../../platform/zip/gzip-streams.ts';
import type { AppContext } from '../core/context.ts';
import type { ManifestInstance, SeriesIndex } from './index/manifest.ts';
import { type OpenSeries, type ReadContext, readManifestLayout } from './open-series.ts';

const gunzipAsync = promisify(gunzip);
// Larger metadata are inflated as a stream. A series of 1,000 CT slices has 3 MB.
const maxTextBytes = 8 * 1_048_576;

/** A series' metadata as WADO-RS returns them, encoded when the exam was indexed: gzipped, with both lengths. */
export interface SeriesMetadata {
  /** Each chunk is valid only until the next but one is requested. The consumer must read to the end or call `return`. */
  readonly gzip: AsyncIterableIterator<Buffer, void>;
  readonly gzipBytes: number;
  readonly plainBytes: number;
}

/** Streams a series' metadata from the store without encoding them again. Throws `BlobError`. */
export async function openSeriesMetadata(
  { objects }: Pick<AppContext, 'objects'>,
  { manifest }: OpenSeries,
): Promise<SeriesMetadata> {
  const { metadata, metadataBytes } = await readManifestLayout({ objects }, manifest);
  return {
    gzip: await objects.readTransientChunks(manifest, metadata),
    gzipBytes: metadata.end - metadata.start,
    plainBytes: metadataBytes,
  };
}

/**
 * Reads the metadata of instances of a series, each the JSON of one data set. Inflates a small series once for many
 * calls. Throws `BlobError`.
 */
export async function readInstanceMetadata(
  { context, caches }: { readonly context: Pick<AppContext, 'objects'> } & Pick<ReadContext, 'caches'>,
  series: OpenSeries,
  instances: readonly Pick<ManifestInstance, 'metadata'>[],
  maxCachedBytes = maxTextBytes,
): Promise<Buffer[]> {
  if (textBytes(series.index) > maxCachedBytes) return await readFromStream(context, series, instances);
  const text = await caches.metadata.getOrRead(series.manifestId, async () => {
    const value = await readText(context, series);
    return { value, sizeBytes: value.length };
  });
  return instances.map(({ metadata: [start, length] }) => text.subarray(start, start + length));
}

/** Returns the length of the JSON array that the instances' metadata are positions of. */
function textBytes({ instances }: SeriesIndex): number {
  return instances.reduce((most, { metadata: [start, length] }) => Math.max(most, start + length), 0) + 1;
}

async function readText({ objects }: Pick<AppContext, 'objects'>, { manifest }: OpenSeries): Promise<Buffer> {
  const { metadata } = await readManifestLayout({ objects }, manifest);
  return await gunzipAsync(await objects.readPart(manifest, metadata), { maxOutputLength: maxTextBytes });
}

async function readFromStream(
  context: Pick<AppContext, 'objects'>,
  series: OpenSeries,
  instances: readonly Pick<ManifestInstance, 'metadata'>[],
): Promise<Buffer[]> {
  const parts = instances.map(({ metadata: [start, length] }) => ({
    start,
    end: start + length,
    json: Buffer.alloc(length),
  }));
  const end = Math.max(...parts.map((part) => part.end));
  const { gzip } = await openSeriesMetadata(context, series);
  let offset = 0;
  for await (const chunk of gunzipStream(gzip)) {
    for (const part of parts)
      if (part.start < offset + chunk.length && part.end > offset)
        part.json.set(
          chunk.subarray(Math.max(0, part.start - offset), part.end - offset),
          Math.max(0, offset - part.start),
        );
    offset += chunk.length;
    if (offset >= end) break;
  }
  return parts.map(({ json }) => json);
}
