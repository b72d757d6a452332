import { crc32 } from 'node:zlib';
import type { ManifestInstance } from '../imaging/manifest.ts';
import type { OpenSeries } from '../imaging/open-series.ts';
import { type InstancesInTurn, readInstance } from '../imaging/read-instance.ts';
import type { Portal } from '../portal/portal.ts';
import type { ZipFile } from './zip-layout.ts';

/** The instances of series of one exam as files of an archive, a folder a series, in their order. */
export async function zipFiles(
  { objects }: Pick<Portal, 'objects'>,
  series: readonly OpenSeries[],
  instances: InstancesInTurn,
): Promise<ZipFile[]> {
  const files: ZipFile[] = [];
  for (const [place, one] of series.entries())
    for (const [number, instance] of one.index.instances.entries())
      files.push({
        name: `S${digits(place + 1, 4)}/I${digits(number + 1, 6)}.dcm`,
        sizeBytes: instance.size,
        crc32: instance.crc32 ?? (await checkSumOf(objects, one, instance)),
        bytes: async () => instances.bytes(instance),
      });
  return files;
}

function digits(number: number, width: number): string {
  return String(number).padStart(width, '0');
}

/** A file that was uploaded by itself has no check sum of an archive: it is read once more for it. */
async function checkSumOf(objects: Portal['objects'], series: OpenSeries, instance: ManifestInstance): Promise<number> {
  let sum = 0;
  for await (const piece of await readInstance(objects, series, instance)) sum = crc32(piece, sum);
  return sum;
}
