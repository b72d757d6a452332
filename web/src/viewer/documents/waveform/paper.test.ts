import type { WaveformChannel, WaveformGroup } from '@medcloud/dicom/waveform';
import { describe, expect, it } from 'vitest';
import { measureCaliper, moveByKey } from './caliper.ts';
import { pagesOf, rowHeightOf, rowScaleOf, traceOf } from './paper.ts';
import { layOutSheets, rowAt } from './sheets.ts';

const channel = (values: readonly number[], unit = 'mV', skewSeconds = 0): WaveformChannel => ({
  ...{ name: 'I', unit, skewSeconds, values: Float32Array.from(values) },
});
const group = (channels: readonly WaveformChannel[], samplesPerSecond = 100): WaveformGroup => ({
  ...{ samplesPerSecond, startSeconds: 0, channels, isTruncated: false },
  sampleCount: channels[0]?.values.length ?? 0,
});
const points = (path: string) =>
  [...path.matchAll(/([ML])(-?[\d.]+) (-?[\d.]+)/g)].map(([, move, x, y]) => [move, Number(x), Number(y)]);
const page = { from: 0, to: 10 };
const shared = { mmPerUnit: 10, center: 0, isShared: true };

describe('a trace on paper', () => {
  it('has a second every 25 mm and a millivolt every 10 mm, and stays open where samples are missing', () => {
    const { path, top, bottom } = traceOf(channel([0, 1, Number.NaN, -0.5, 0]), {
      ...{ samplesPerSecond: 4, page, speed: 25, scale: shared },
    });
    expect(points(path)).toEqual([
      ['M', 0, 0],
      ['L', 6.25, -10],
      ['M', 18.75, 5],
      ['L', 25, 0],
    ]);
    expect([top, bottom]).toEqual([-10, 5]);
  });

  it('starts at its page, later by its skew', () => {
    const options = { samplesPerSecond: 1, page: { from: 5, to: 10 }, speed: 50, scale: shared } as const;
    const values = Array.from({ length: 20 }, (_, index) => index / 10);
    expect(points(traceOf(channel(values), options).path).map(([, x, y]) => [x, y])).toEqual(
      [5, 6, 7, 8, 9, 10].map((second) => [(second - 5) * 50, -second]),
    );
    expect(points(traceOf(channel(values, 'mV', 0.5), options).path)[0]).toEqual(['M', 25, -5]);
  });

  it('keeps each peak of very many samples', () => {
    const values = Array.from({ length: 100_000 }, (_, index) => (index === 54_321 ? 2 : index === 70_001 ? -1 : 0));
    const { path, top, bottom } = traceOf(channel(values), {
      ...{ samplesPerSecond: 10_000, page, speed: 25, scale: shared },
    });
    expect([top, bottom]).toEqual([-20, 10]);
    expect(points(path).length).toBeLessThan(9_000);
    expect(points(path).find(([, , y]) => y === -20)?.[1]).toBeCloseTo(135.8, 1);
  });
});

describe('a sheet', () => {
  it('has twelve rows that A4 across holds, and pages of 250 mm', () => {
    expect(12 * rowHeightOf(12)).toBeLessThanOrEqual(150);
    const ten = group([channel(Array(1_000).fill(0))]);
    expect(pagesOf(ten, 25)).toEqual([page]);
    expect(pagesOf(ten, 50)).toEqual([
      { from: 0, to: 5 },
      { from: 5, to: 10 },
    ]);
    expect(pagesOf(group([channel(Array(1_000).fill(0))]), 25)).toHaveLength(1);
    expect(pagesOf(group([channel(Array(1_001).fill(0))]), 25)).toHaveLength(2);
  });

  it('has room for what is higher than its row, in whole squares', () => {
    const high = channel([0, 0, 0, 4, 0]);
    const [sheet] = layOutSheets(group([high, channel([0, 0, 0, -3, 0])]), { page, speed: 25, gain: 10 });
    const [first, second] = sheet?.rows ?? [];
    expect((first?.middle ?? 0) - 40).toBeGreaterThanOrEqual(0);
    expect((second?.middle ?? 0) + 30).toBeLessThanOrEqual(sheet?.height ?? 0);
    expect((sheet?.height ?? 1) % 5).toBe(0);
    expect(sheet && [rowAt(sheet, 0), rowAt(sheet, sheet.height)]).toEqual([first, second]);
  });

  it('shows millivolts about their median at the gain, and fits all else into its row', () => {
    const wandering = channel([5, 5, 5, 6, 4, 5]);
    expect(rowScaleOf(wandering, 20, 12)).toEqual({ mmPerUnit: 20, center: 5, isShared: true });
    expect(rowScaleOf(channel([80, 120], 'mm[Hg]'), 20, 12)).toEqual({ mmPerUnit: 0.2, center: 100, isShared: false });
    expect(rowScaleOf(wandering, null, 12).isShared).toBe(false);
    expect(rowScaleOf(channel([Number.NaN]), null, 12)).toEqual({ mmPerUnit: 1, center: 0, isShared: false });
  });

  it('goes on another sheet after thirteen channels', () => {
    const many = group(Array.from({ length: 20 }, () => channel([0, 1])));
    expect(layOutSheets(many, { page, speed: 25, gain: 10 }).map(({ rows }) => rows.length)).toEqual([13, 7]);
  });
});

describe('the caliper', () => {
  it('measures milliseconds, beats a minute and the channel’s unit', () => {
    const [a, b] = [
      { x: 10, y: 20 },
      { x: 30, y: 8 },
    ];
    expect(measureCaliper([a, b], 25, 10)).toEqual({ milliseconds: 800, perMinute: 75, amplitude: 1.2 });
    expect(measureCaliper([b, a], 50, 20)).toEqual({ milliseconds: 400, perMinute: 150, amplitude: -0.6 });
    expect(measureCaliper([a, { x: 11, y: 20 }], 25, 10).perMinute).toBeNull();
  });

  it('moves by arrows, by 2 ms or twenty times as far, and stays on the paper', () => {
    const point = { x: 10, y: 20 };
    expect(moveByKey(point, { key: 'ArrowRight', shiftKey: false }, 25, 100)).toEqual({ x: 10.05, y: 20 });
    expect(moveByKey(point, { key: 'ArrowUp', shiftKey: true }, 25, 100)).toEqual({ x: 10, y: 18 });
    expect(moveByKey({ x: 0, y: 0 }, { key: 'ArrowLeft', shiftKey: true }, 25, 100)).toEqual({ x: 0, y: 0 });
    expect(moveByKey(point, { key: 'Enter', shiftKey: false }, 25, 100)).toBeNull();
  });
});
