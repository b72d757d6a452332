import { Fault } from '@medcloud/contract/faults';
import type { AppContext } from '../../../core/context.ts';
import type { Reader } from '../../../database.ts';
import { getCheck, isBehind } from './reads.ts';

/**
 * Checks that the next number of a series is new to the tax authority. Throws `series_behind` while it has documents of
 * the series that the portal has not, and after a restore until it was asked.
 */
export async function checkSeries(
  { settings }: Pick<AppContext, 'settings'>,
  tx: Reader,
  series: string,
): Promise<void> {
  if (await isBehind(tx, series)) throw new Fault('series_behind');
  if (settings.fiscal.driver === 'mydata' && (await getCheck(tx)).isNeeded) throw new Fault('series_behind');
}
