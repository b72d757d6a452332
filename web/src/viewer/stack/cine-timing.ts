import { numberOf, numbersOf } from '@medcloud/dicom/json';
import type { Frame } from '../loading/frames.ts';

const defaultRate = 15;
const [minRate, maxRate] = [0.5, 60];

const isPositive = (value: number | undefined): value is number => value !== undefined && value > 0;

/** Returns the milliseconds of Frame Time Vector (0018,1065) from the frame before to this one; undefined if it has none. */
function ownDelayOf({ attributes, number }: Frame): number | undefined {
  const vector = attributes['00181065']?.Value;
  const delay = Number(vector?.[number - 1] ?? Number.NaN);
  return isPositive(delay) ? delay : undefined;
}

/** Returns the mean of the times between the frames of the first one's instance. */
function meanDelayOf(frames: readonly Frame[]): number | undefined {
  const delays = frames
    .filter(({ instanceUid }) => instanceUid === frames[0]?.instanceUid)
    .flatMap((frame) => ownDelayOf(frame) ?? []);
  return delays.length === 0 ? undefined : delays.reduce((sum, delay) => sum + delay, 0) / delays.length;
}

/**
 * Returns the frames a second at which a series was taken (PS3.3 C.7.6.5): by Frame Time Vector or Frame Time, else the
 * rate at which the file wants it shown.
 */
export function cineRateOf(frames: readonly Frame[]): number {
  const facts = frames[0]?.attributes ?? {};
  const frameTime = numbersOf(facts, '00181063')?.[0];
  const delay = meanDelayOf(frames) ?? (isPositive(frameTime) ? frameTime : undefined);
  const shown = numberOf(facts, '00180040') ?? numberOf(facts, '00082144');
  const rate = delay === undefined ? shown : 1_000 / delay;
  return isPositive(rate) ? Math.min(maxRate, Math.max(minRate, rate)) : defaultRate;
}

/**
 * Returns for how many milliseconds a frame is shown while the series plays `perSecond` frames in the mean: longer or
 * shorter than others where Frame Time Vector says so. The last one has the mean.
 */
export function cineDelayOf(frames: readonly Frame[], index: number, perSecond: number): number {
  const next = frames[index + 1];
  const isSameClip = next !== undefined && next.instanceUid === frames[index]?.instanceUid;
  const own = isSameClip ? ownDelayOf(next) : undefined;
  const mean = own === undefined ? undefined : meanDelayOf(frames);
  return own === undefined || mean === undefined ? 1_000 / perSecond : (own / mean) * (1_000 / perSecond);
}
