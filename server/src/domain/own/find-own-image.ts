import { Fault } from '@medcloud/contract/faults';
import { ownScope } from '../authorization/authorize.ts';
import { frameCount } from '../imaging/index/frame-table.ts';
import type { ManifestInstance } from '../imaging/index/manifest.ts';
import { type OpenSeries, openOwnSeries, type ReadContext } from '../imaging/open-series.ts';
import { getOwnPatient } from './read-own-exams.ts';

/** An image of a series: the instance and its frame, counted from 1. */
export interface OwnImage {
  series: OpenSeries;
  instance: ManifestInstance;
  frame: number;
}

/**
 * Finds an image of the patient's own exam: series and image are counted from 1, images over all instances. Throws
 * `unauthenticated` without an open session, and `not_found`. Logs no access: the caller that shows it does.
 */
export async function findOwnImage(
  readContext: ReadContext,
  secret: string,
  { examId, series: seriesNumber, image }: { examId: string; series: string; image: string },
): Promise<OwnImage> {
  const scope = ownScope(secret);
  await readContext.context.db.read(scope, getOwnPatient);
  if (![seriesNumber, image].every((number) => /^[1-9]\d{0,6}$/.test(number))) throw new Fault('not_found');
  const series = await openOwnSeries(readContext, scope, { examId, position: Number(seriesNumber) - 1 });
  let before = 0;
  for (const instance of series.index.instances) {
    const count = frameCount(instance.frames);
    if (Number(image) <= before + count) return { series, instance, frame: Number(image) - before };
    before += count;
  }
  throw new Fault('not_found');
}
