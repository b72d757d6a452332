import type { DicomJson } from '@medcloud/dicom';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { ManifestInstance } from './index/manifest.ts';
import { iterateSeries, type OpenSeries, type ReadContext } from './open-series.ts';
import { readInstanceMetadata } from './series-metadata.ts';

/** An instance of an exam with its metadata: all attributes but long binary values. */
export interface FoundImage {
  readonly series: OpenSeries;
  readonly instance: ManifestInstance;
  readonly header: DicomJson;
}

/** What to find in an exam: instances by UID, and the first and last instance of series. */
export interface WantedImages {
  readonly instances: ReadonlySet<string>;
  readonly series: ReadonlySet<string>;
}

/**
 * Yields wanted instances of an exam; unknown ones are left out. Reads series by series, stops when all are found, and
 * parses one header at a time: the one of an enhanced image may take megabytes. Throws like `openSeries`.
 */
export async function* findImages(
  readContext: ReadContext,
  scope: CenterScope | DoctorScope,
  examId: string,
  wanted: WantedImages,
): AsyncGenerator<FoundImage> {
  const missing = { instances: new Set(wanted.instances), series: new Set(wanted.series) };
  for await (const series of iterateSeries(readContext, scope, { examId })) {
    if (missing.instances.size + missing.series.size === 0) return;
    const all = series.index.instances;
    const ends = missing.series.delete(series.index.seriesUid) ? [all.at(0), all.at(-1)] : [];
    const found = all.filter((instance) => missing.instances.delete(instance.uid) || ends.includes(instance));
    for (const instance of found) {
      const [json] = await readInstanceMetadata(readContext, series, [instance]);
      const header: DicomJson = JSON.parse(json?.toString('utf8') ?? '{}');
      yield { series, instance, header };
    }
  }
}
