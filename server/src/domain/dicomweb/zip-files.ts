import { crc32 } from 'node:zlib';
import type { ManifestInstance } from '../imaging/manifest.ts';
import type { OpenSeries } from '../imaging/open-series.ts';
import { readInstance, readInTurn } from '../imaging/read-instance.ts';
import { asTheyLie } from '../imaging/reading-order.ts';
import type { Portal } from '../portal/portal.ts';
import type { ZipFile } from './zip-layout.ts';

/** The instances of series of one exam as files of an archive, a folder a series; in the order in which they lie in the original. */
export async function zipFiles(
  { objects }: Pick<Portal, 'objects'>,
  series: readonly OpenSeries[],
  exam: Pick<OpenSeries, 'original'>,
): Promise<{ files: ZipFile[]; close: () => Promise<void> }> {
  const named = asTheyLie(
    series.flatMap((one, place) =>
      one.index.instances.map((instance, number) => ({
        instance,
        name: `S${digits(place + 1, 4)}/I${digits(number + 1, 6)}.dcm`,
      })),
    ),
  );
  const instances = readInTurn(
    objects,
    exam,
    named.map(({ instance }) => instance),
  );
  const files: ZipFile[] = [];
  for (const { instance, name } of named)
    files.push({
      name,
      sizeBytes: instance.size,
      crc32: instance.crc32 ?? (await checkSumOf(objects, exam, instance)),
      bytes: async () => instances.bytes(instance),
    });
  return { files, close: instances.close };
}

function digits(number: number, width: number): string {
  return String(number).padStart(width, '0');
}

/** A file that was uploaded by itself has no check sum of an archive: it is read once more for it. */
async function checkSumOf(
  objects: Portal['objects'],
  series: Pick<OpenSeries, 'original'>,
  instance: ManifestInstance,
): Promise<number> {
  let sum = 0;
  for await (const piece of await readInstance(objects, series, instance)) sum = crc32(piece, sum);
  return sum;
}
