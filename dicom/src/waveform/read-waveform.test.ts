import { describe, expect, it } from 'vitest';
import reference from '../../test/objects/waveform-ecg.json' with { type: 'json' };
import { testFile } from '../../test/test-files.ts';
import { toDicomJson } from '../json/dicom-json.ts';
import type { DataSet, Element } from '../json/json-values.ts';
import { parseHead } from '../reader/parse-head.ts';
import { decodeWaveformGroup, readWaveformHeaders } from './read-waveform.ts';

/** Returns the metadata of a file with all values inline, as JSON. */
function metadataOf(path: string): DataSet {
  const head = parseHead(testFile(path), true);
  if (!head) throw new Error(`${path} could not be parsed`);
  return JSON.parse(JSON.stringify(toDicomJson(head.dataSet)));
}

const text = (vr: string, value: string): Element => ({ vr, Value: [value] });
const number = (vr: string, value: number): Element => ({ vr, Value: [value] });
const binary = (bytes: ArrayLike<number>): Element => ({
  vr: 'OB',
  InlineBinary: Buffer.from(Uint8Array.from(bytes)).toString('base64'),
});

/** A channel in microvolts: 2 a step, corrected by 1.5, with a baseline of -10. */
const microvolts: DataSet = {
  '003A0203': text('SH', 'Label'),
  '003A0208': {
    vr: 'SQ',
    Value: [{ '00080100': text('SH', '2:5'), '00080102': text('SH', 'MDC'), '00080104': text('LO', 'Lead V3') }],
  },
  '003A0210': number('DS', 2),
  '003A0211': { vr: 'SQ', Value: [{ '00080100': text('SH', 'uV') }] },
  '003A0212': number('DS', 1.5),
  '003A0213': number('DS', -10),
};
const pressure: DataSet = {
  '003A0208': { vr: 'SQ', Value: [{ '00080104': text('LO', 'Aorta') }] },
  '003A0210': number('DS', 0.5),
  '003A0211': { vr: 'SQ', Value: [{ '00080100': text('SH', 'mm[Hg]') }] },
  '003A0215': number('DS', 2),
};
const raw: DataSet = { '003A0203': text('SH', 'Trigger') };

const group = (changes: DataSet = {}): DataSet => ({
  '003A0004': text('CS', 'ORIGINAL'),
  '003A0005': number('US', 3),
  '003A0010': number('UL', 4),
  '003A001A': number('DS', 100),
  '003A0200': { vr: 'SQ', Value: [microvolts, pressure, raw] },
  '54001004': number('US', 8),
  '54001006': text('CS', 'SB'),
  '5400100A': binary([0x80, 0]),
  '54001010': binary([1, 2, 3, 255, 254, 253, 0x80, 100, 0, 127, 0, 1]),
  ...changes,
});
const waveform = (...groups: DataSet[]): DataSet => ({ '54000100': { vr: 'SQ', Value: groups } });
const decode = (set: DataSet) =>
  readWaveformHeaders(set).groups.map((header) => decodeWaveformGroup(header, header.inlineBytes ?? new Uint8Array()));

describe('the ECG of the test files', () => {
  const { groups, unreadableCount } = readWaveformHeaders(metadataOf('test_files/waveform_ecg.dcm'));

  it('has the groups, leads and rates that pydicom reads', () => {
    expect(unreadableCount).toBe(0);
    expect(
      groups.map(({ label, sampleCount, samplesPerSecond }) => ({ label, sampleCount, samplesPerSecond })),
    ).toEqual(
      reference.groups.map(({ label, sampleCount, samplesPerSecond }) => ({ label, sampleCount, samplesPerSecond })),
    );
    const leads = ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'];
    for (const { channels } of groups) {
      expect(channels.map(({ name }) => name)).toEqual(leads);
      expect(new Set(channels.map(({ unit }) => unit))).toEqual(new Set(['mV']));
    }
  });

  it.each(reference.groups.map((one, index) => ({ ...one, index })))(
    'has the values that pydicom reads: $label',
    (one) => {
      const header = groups[one.index];
      if (!header?.inlineBytes) throw new Error('The group has no samples');
      const { channels, sampleCount, isTruncated } = decodeWaveformGroup(header, header.inlineBytes);
      expect([sampleCount, isTruncated]).toEqual([one.sampleCount, false]);
      for (const { channel, index, millivolts } of one.samples)
        expect(channels[channel]?.values[index]).toBeCloseTo(millivolts, 6);
      for (const [channel, { min, max, mean }] of one.channels.entries()) {
        const values = channels[channel]?.values ?? new Float32Array();
        expect(Math.min(...values)).toBeCloseTo(min, 6);
        expect(Math.max(...values)).toBeCloseTo(max, 6);
        expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(mean, 6);
      }
    },
  );
});

describe('readWaveformHeaders and decodeWaveformGroup', () => {
  it('apply sensitivity, correction and baseline, in millivolts, with gaps where samples are padding', () => {
    const [read] = decode(waveform(group()));
    const rounded = (values: Float32Array | undefined) =>
      [...(values ?? [])].map((value) => Math.round(value * 1e6) / 1e6);
    const [lead, aorta, trigger] = read?.channels ?? [];
    expect([lead?.name, lead?.unit, rounded(lead?.values)]).toEqual(['V3', 'mV', [-0.007, -0.013, Number.NaN, 0.371]]);
    expect([aorta?.name, aorta?.unit, rounded(aorta?.values)]).toEqual(['Aorta', 'mm[Hg]', [1, -1, 50, 0]]);
    expect(aorta?.skewSeconds).toBe(0.02);
    expect([trigger?.name, trigger?.unit, rounded(trigger?.values)]).toEqual(['Trigger', '', [3, -3, 0, 1]]);
  });

  it.each([
    ['UB', 8, [200, 0, 0], 200],
    ['SS', 16, [0xfe, 0xff, 0, 0, 0, 0], -2],
    ['US', 16, [0xfe, 0xff, 0, 0, 0, 0], 65_534],
    ['SL', 32, [0xfe, 0xff, 0xff, 0xff, ...Array(8).fill(0)], -2],
    ['UL', 32, [0, 0, 1, 0, ...Array(8).fill(0)], 65_536],
  ])('read samples of the form %s', (form, bits, bytes, value) => {
    const { '003A0210': _, ...withoutScale } = microvolts;
    const changes = {
      '003A0010': number('UL', 1),
      '003A0200': { vr: 'SQ', Value: [withoutScale, pressure, raw] },
      '54001004': number('US', bits),
      '54001006': text('CS', form),
      '5400100A': undefined,
      '54001010': binary(bytes),
    };
    expect(decode(waveform(group(changes)))[0]?.channels[0]?.values[0]).toBe(value);
  });

  it('read the samples of a big-endian file', () => {
    const changes = { '003A0010': number('UL', 1), '54001004': number('US', 16), '54001006': text('CS', 'SS') };
    const set = waveform(group({ ...changes, '5400100A': undefined, '54001010': binary([0, 0, 1, 0, 0, 7]) }));
    const bigEndian = { ...set, '00083002': text('UI', '1.2.840.10008.1.2.2') };
    expect(decode(bigEndian)[0]?.channels.map(({ values }) => values[0])[2]).toBe(7);
  });

  it('keep each of several groups, with its number, and their start', () => {
    const later = group({
      '00181068': number('DS', 1_500),
      '003A0004': text('CS', 'DERIVED'),
      '003A0020': text('SH', 'MEDIAN'),
    });
    const { groups } = readWaveformHeaders(waveform(group(), group({ '54001006': text('CS', 'MB') }), later));
    expect(
      groups.map(({ number: place, label, isDerived, startSeconds }) => [place, label, isDerived, startSeconds]),
    ).toEqual([
      [1, '', false, 0],
      [3, 'MEDIAN', true, 1.5],
    ]);
  });

  it('read what there is of samples that end early', () => {
    const [read] = decode(waveform(group({ '54001010': binary([1, 2, 3, 4, 5, 6, 7]) })));
    expect([read?.sampleCount, read?.isTruncated]).toEqual([2, true]);
    expect(decode(waveform(group({ '54001010': undefined })))[0]?.sampleCount).toBe(0);
  });

  it.each<[string, DataSet]>([
    ['companded sound', { '54001006': text('CS', 'MB') }],
    ['an unknown form', { '54001006': text('CS', 'toString') }],
    ['bits that are not those of the form', { '54001004': number('US', 16) }],
    ['more channels than definitions', { '003A0005': number('US', 4) }],
    ['no channel', { '003A0005': number('US', 0), '003A0200': { vr: 'SQ' } }],
    ['no rate', { '003A001A': number('DS', 0) }],
    ['a rate that is not a number', { '003A001A': text('DS', 'Infinity') }],
    ['a negative number of samples', { '003A0010': number('UL', -4) }],
    ['half a sample', { '003A0010': number('UL', 1.5) }],
    ['more than 64 MB', { '003A0010': number('UL', 4_294_967_295) }],
    ['129 channels', { '003A0005': number('US', 129), '003A0200': { vr: 'SQ', Value: Array(129).fill(raw) } }],
  ])('count a group with %s, and do not show it', (_, changes) => {
    expect(readWaveformHeaders(waveform(group(changes)))).toEqual({ groups: [], unreadableCount: 1 });
  });

  it('show stored values where the sensitivity is 0 or no number', () => {
    for (const sensitivity of [number('DS', 0), text('DS', 'x'), { vr: 'DS' }]) {
      const changes = { '003A0200': { vr: 'SQ', Value: [{ ...microvolts, '003A0210': sensitivity }, pressure, raw] } };
      const [channel] = decode(waveform(group(changes)))[0]?.channels ?? [];
      expect([channel?.unit, channel?.values[0]]).toEqual(['', 1]);
    }
  });

  it('take a unit and a code as they are, whatever they are called', () => {
    const code = {
      '00080100': text('SH', 'toString'),
      '00080102': text('SH', 'constructor'),
      '00080104': text('LO', 'x'),
    };
    const odd = {
      '003A0210': number('DS', 2),
      '003A0211': { vr: 'SQ', Value: [code] },
      '003A0208': { vr: 'SQ', Value: [code] },
    };
    const changes = { '003A0200': { vr: 'SQ', Value: [odd, pressure, raw] } };
    const [channel] = decode(waveform(group(changes)))[0]?.channels ?? [];
    expect([channel?.name, channel?.unit, channel?.values[0]]).toEqual(['x', 'toString', 2]);
  });

  it('find nothing in an object without waveforms', () => {
    expect(readWaveformHeaders({})).toEqual({ groups: [], unreadableCount: 0 });
    expect(readWaveformHeaders({ '54000100': text('SQ', 'x') })).toEqual({ groups: [], unreadableCount: 0 });
  });
});
