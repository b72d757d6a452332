import { crc32 } from 'node:zlib';
import type { ZipFile } from '../../platform/zip/encode-zip.ts';
import type { AppContext } from '../core/context.ts';
import type { ManifestInstance } from '../imaging/index/manifest.ts';
import type { OpenSeries } from '../imaging/open-series.ts';
import { createInstanceReader, readInstance } from '../imaging/read-instance.ts';
import { sortByOffset } from '../imaging/sort-by-offset.ts';

/**
 * Lists the instances of one exam's series as files of an archive, one folder per series. The files are in the order of
 * their offsets in the original.
 */
export async function listZipFiles(
  { objects }: Pick<AppContext, 'objects'>,
  series: readonly OpenSeries[],
  exam: Pick<OpenSeries, 'original'>,
): Promise<{ files: ZipFile[]; close: () => Promise<void> }> {
  const namedInstances = sortByOffset(
    series.flatMap((one, index) =>
      one.index.instances.map((instance, number) => ({
        instance,
        name: `S${padNumber(index + 1, 4)}/I${padNumber(number + 1, 6)}.dcm`,
      })),
    ),
  );
  const instances = createInstanceReader(
    objects,
    exam,
    namedInstances.map(({ instance }) => instance),
  );
  const files: ZipFile[] = [];
  for (const { instance, name } of namedInstances)
    files.push({
      name,
      sizeBytes: instance.size,
      crc32: instance.crc32 ?? (await computeCrc32(objects, exam, instance)),
      bytes: async () => instances.bytes(instance),
    });
  return { files, close: instances.close };
}

function padNumber(number: number, width: number): string {
  return String(number).padStart(width, '0');
}

/**
 * Reads an instance that was uploaded as a single file to compute its CRC-32. Only members of an archive have one
 * stored.
 */
async function computeCrc32(
  objects: AppContext['objects'],
  series: Pick<OpenSeries, 'original'>,
  instance: ManifestInstance,
): Promise<number> {
  let sum = 0;
  for await (const chunk of await readInstance(objects, series, instance)) sum = crc32(chunk, sum);
  return sum;
}
