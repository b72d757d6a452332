import type { WaveformChannel, WaveformGroup } from '@medcloud/dicom/waveform';

/** Millimeters of paper for a second. */
export const speeds = [25, 50] as const;
export type Speed = (typeof speeds)[number];

/** Millimeters of paper for a millivolt. */
export const gains = [5, 10, 20] as const;
export type Gain = (typeof gains)[number];

/** Millimeters: fits A4 across with its margins. */
export const paperWidth = 250;
const paperHeight = 150;
const [minRowHeight, maxRowHeight] = [11, 40];
/** Channels on one sheet of paper. */
export const maxRows = Math.floor(paperHeight / minRowHeight);

/** Returns the height of a channel's row in millimeters. */
export function rowHeightOf(rowCount: number): number {
  return Math.min(maxRowHeight, Math.max(minRowHeight, Math.floor(paperHeight / Math.max(1, rowCount))));
}

/** How a channel is drawn: `center` is the value in the middle of its row. */
export interface RowScale {
  readonly mmPerUnit: number;
  readonly center: number;
  /** The scale is that of the whole paper, and not the channel's own. */
  readonly isShared: boolean;
}

const maxSampled = 20_000;

/** Returns values spread over the channel, without gaps, in ascending order. */
function sampleValues({ values }: WaveformChannel): number[] {
  const step = Math.max(1, Math.floor(values.length / maxSampled));
  const sampled: number[] = [];
  for (let index = 0; index < values.length; index += step) {
    const value = values[index];
    if (value !== undefined && !Number.isNaN(value)) sampled.push(value);
  }
  return sampled.sort((one, other) => one - other);
}

/** Returns the largest of 1, 2 and 5 times a power of ten that is at most `value`. */
function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([5, 2].find((one) => one * power <= value) ?? 1) * power;
}

/**
 * Returns a channel's scale. Millivolts of the heart have that of the paper, about their median, which is near the
 * isoelectric line. All else fills its row.
 */
export function rowScaleOf(channel: WaveformChannel, gain: Gain | null, rowHeight: number): RowScale {
  const values = sampleValues(channel);
  if (gain !== null && channel.unit === 'mV')
    return { mmPerUnit: gain, center: values[Math.floor(values.length / 2)] ?? 0, isShared: true };
  const [low = 0, high = 0] = [values[0], values.at(-1)];
  const range = high - low;
  const mmPerUnit = range > 0 ? roundDown((0.9 * rowHeight) / range) : 1;
  return { mmPerUnit, center: (low + high) / 2, isShared: false };
}

/** The part of a recording on one sheet, in seconds from the group's start. */
export interface Page {
  readonly from: number;
  readonly to: number;
}

/** Returns the pages of a group, at least one. */
export function pagesOf({ sampleCount, samplesPerSecond }: WaveformGroup, speed: Speed): Page[] {
  const seconds = paperWidth / speed;
  const count = Math.max(1, Math.ceil(sampleCount / samplesPerSecond / seconds - 1e-6));
  return Array.from({ length: count }, (_, index) => ({ from: index * seconds, to: (index + 1) * seconds }));
}

// More points than a printer's dots, and a path of a few hundred kilobytes at most.
const maxPointsPerMm = 16;

interface TraceOptions {
  readonly samplesPerSecond: number;
  readonly page: Page;
  readonly speed: Speed;
  readonly scale: RowScale;
}

/** A channel on a page, in millimeters: x from the page's left edge, y from the row's middle downward. */
export interface Trace {
  readonly path: string;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Draws a channel on a page, as an SVG path. Of very many samples, the highest and lowest of each sixteenth of a
 * millimeter remain. Gaps stay gaps.
 */
export function traceOf(channel: WaveformChannel, { samplesPerSecond, page, speed, scale }: TraceOptions): Trace {
  const { values, skewSeconds } = channel;
  const indexAt = (seconds: number) => (seconds - skewSeconds) * samplesPerSecond;
  const first = Math.max(0, Math.ceil(indexAt(page.from)));
  const last = Math.min(values.length - 1, Math.floor(indexAt(page.to)));
  const xOf = (index: number) => (index / samplesPerSecond + skewSeconds - page.from) * speed;
  const binSize = Math.max(1, Math.floor(samplesPerSecond / speed / maxPointsPerMm) * 2);
  const parts: string[] = [];
  let isGap = true;
  let [top, bottom] = [0, 0];
  for (let index = first; index <= last; index += binSize)
    for (const one of extremesOf(values, index, Math.min(binSize, last + 1 - index))) {
      const value = values[one] ?? Number.NaN;
      const y = (scale.center - value) * scale.mmPerUnit;
      if (!Number.isNaN(y)) parts.push(`${isGap ? 'M' : 'L'}${xOf(one).toFixed(2)} ${y.toFixed(2)}`);
      isGap = Number.isNaN(y);
      if (!isGap) [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  return { path: parts.join(''), top, bottom };
}

/** Returns the places of the lowest and highest value of a part in order; the part itself if it is one sample or has a gap. */
function extremesOf(values: Float32Array, from: number, length: number): number[] {
  if (length === 1) return [from];
  let [low, high] = [from, from];
  for (let index = from; index < from + length; index++) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) return Array.from({ length }, (_, place) => from + place);
    if (value < (values[low] ?? 0)) low = index;
    if (value > (values[high] ?? 0)) high = index;
  }
  return low < high ? [low, high] : [high, low];
}
