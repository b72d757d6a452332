import { bytesOf, type DataSet, itemsOf, numberOf, textOf } from '../json/json-values.ts';
import { channelNameOf } from './lead-name.ts';

/** How a channel's stored samples become values (PS3.3 C.10.9.1.4). */
interface ChannelScale {
  readonly name: string;
  /** UCUM code; `mV` for every voltage; empty if the file has no unit: the values are the stored samples. */
  readonly unit: string;
  /** value = sample * factor + offset. */
  readonly factor: number;
  readonly offset: number;
  /** By which the channel's first sample is later than the group's. */
  readonly skewSeconds: number;
}

/** A multiplex group: channels that were sampled together. */
export interface WaveformGroupHeader {
  /** In the file, from 1. */
  readonly number: number;
  readonly label: string;
  /** Made from other waveforms, such as the mean of several beats. */
  readonly isDerived: boolean;
  /** After the start of the recording. */
  readonly startSeconds: number;
  readonly samplesPerSecond: number;
  readonly sampleCount: number;
  readonly channels: readonly ChannelScale[];
  readonly sampleForm: SampleForm;
  readonly isLittleEndian: boolean;
  /** A stored sample that stands for none. */
  readonly padding: number | undefined;
  /** Bytes of all samples. */
  readonly sizeBytes: number;
  /** The samples, if they are in the metadata. */
  readonly inlineBytes: Uint8Array | undefined;
}

export interface WaveformChannel extends Pick<ChannelScale, 'name' | 'unit' | 'skewSeconds'> {
  /** In `unit`, one for each sample; NaN where there is none. */
  readonly values: Float32Array;
}

export interface WaveformGroup extends Pick<WaveformGroupHeader, 'samplesPerSecond' | 'startSeconds'> {
  readonly sampleCount: number;
  readonly channels: readonly WaveformChannel[];
  /** The file has fewer samples than it declares. */
  readonly isTruncated: boolean;
}

/** The readable groups of a file, and how many others it has. */
export interface WaveformHeaders {
  readonly groups: readonly WaveformGroupHeader[];
  readonly unreadableCount: number;
}

// PS3.3 C.10.9.1.5. Companded sound (MB, AB) has no values to show.
const sampleReaders = {
  SB: { size: 1, read: (view: DataView, offset: number) => view.getInt8(offset) },
  UB: { size: 1, read: (view: DataView, offset: number) => view.getUint8(offset) },
  SS: { size: 2, read: (view: DataView, offset: number, isLittle: boolean) => view.getInt16(offset, isLittle) },
  US: { size: 2, read: (view: DataView, offset: number, isLittle: boolean) => view.getUint16(offset, isLittle) },
  SL: { size: 4, read: (view: DataView, offset: number, isLittle: boolean) => view.getInt32(offset, isLittle) },
  UL: { size: 4, read: (view: DataView, offset: number, isLittle: boolean) => view.getUint32(offset, isLittle) },
} as const;
type SampleForm = keyof typeof sampleReaders;

const isSampleForm = (text: string | undefined): text is SampleForm =>
  text !== undefined && Object.hasOwn(sampleReaders, text);

const maxGroups = 64;
const maxChannels = 128;
/** Of a group: a day of three leads at 250 samples of 16 bits a second is 130 MB, and not for a browser. */
const maxGroupBytes = 67_108_864;
const maxSamplesPerSecond = 1_000_000;
const explicitBigEndian = '1.2.840.10008.1.2.2';

// Millivolts in a UCUM unit of voltage.
const millivolts: ReadonlyMap<string, number> = new Map([
  ['V', 1_000],
  ['mV', 1],
  ['uV', 0.001],
  ['nV', 0.000_001],
]);

/**
 * Reads the headers of a waveform object from its DICOM JSON (PS3.3 A.34, C.10.9). Groups that contradict themselves, in
 * a form without values, or of more than 64 MB are counted only.
 */
export function readWaveformHeaders(set: DataSet): WaveformHeaders {
  const items = itemsOf(set, '54000100').slice(0, maxGroups);
  const isLittleEndian = textOf(set, '00083002') !== explicitBigEndian;
  const groups = items.flatMap((item, index) => readGroup(item, index + 1, isLittleEndian) ?? []);
  return { groups, unreadableCount: items.length - groups.length };
}

function readGroup(item: DataSet, number: number, isLittleEndian: boolean): WaveformGroupHeader | null {
  const sampleForm = textOf(item, '54001006');
  const samplesPerSecond = numberOf(item, '003A001A') ?? 0;
  const sampleCount = numberOf(item, '003A0010') ?? 0;
  const definitions = itemsOf(item, '003A0200');
  const channelCount = numberOf(item, '003A0005') ?? definitions.length;
  if (!isSampleForm(sampleForm)) return null;
  const { size } = sampleReaders[sampleForm];
  const sizeBytes = sampleCount * channelCount * size;
  const isPossible =
    numberOf(item, '54001004') === size * 8 &&
    channelCount === definitions.length &&
    channelCount > 0 &&
    channelCount <= maxChannels &&
    samplesPerSecond > 0 &&
    samplesPerSecond <= maxSamplesPerSecond &&
    Number.isInteger(sampleCount) &&
    sampleCount > 0 &&
    sizeBytes <= maxGroupBytes;
  if (!isPossible) return null;
  const padding = bytesOf(item, '5400100A');
  return {
    number,
    label: textOf(item, '003A0020') ?? '',
    isDerived: textOf(item, '003A0004') === 'DERIVED',
    startSeconds: (numberOf(item, '00181068') ?? 0) / 1_000,
    samplesPerSecond,
    sampleCount,
    channels: definitions.map((definition) => readScale(definition, samplesPerSecond)),
    sampleForm,
    isLittleEndian,
    padding: padding && padding.length >= size ? readSample(padding, sampleForm, isLittleEndian) : undefined,
    sizeBytes,
    inlineBytes: bytesOf(item, '54001010'),
  };
}

function readScale(channel: DataSet, samplesPerSecond: number): ChannelScale {
  const code = textOf(itemsOf(channel, '003A0211')[0] ?? {}, '00080100') ?? '';
  const factor = (numberOf(channel, '003A0210') ?? 0) * (numberOf(channel, '003A0212') ?? 1);
  const skewSeconds = numberOf(channel, '003A0214') ?? (numberOf(channel, '003A0215') ?? 0) / samplesPerSecond;
  const base = { name: channelNameOf(channel), skewSeconds };
  // without a sensitivity the samples have no unit; a factor of 0 would draw a line where there is a signal
  if (factor === 0) return { ...base, unit: '', factor: 1, offset: 0 };
  const toMillivolts = millivolts.get(code);
  const scale = toMillivolts ?? 1;
  const offset = (numberOf(channel, '003A0213') ?? 0) * scale;
  return { ...base, unit: toMillivolts === undefined ? code : 'mV', factor: factor * scale, offset };
}

function readSample(bytes: Uint8Array, form: SampleForm, isLittleEndian: boolean): number {
  return sampleReaders[form].read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, isLittleEndian);
}

/** Decodes a group's samples (5400,1010): sample after sample, each of all channels. Reads what `bytes` has of them. */
export function decodeWaveformGroup(header: WaveformGroupHeader, bytes: Uint8Array): WaveformGroup {
  const { channels, sampleForm, isLittleEndian, padding, samplesPerSecond, startSeconds } = header;
  const { size, read } = sampleReaders[sampleForm];
  const stride = size * channels.length;
  const sampleCount = Math.min(header.sampleCount, Math.floor(bytes.length / stride));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    ...{ samplesPerSecond, startSeconds, sampleCount },
    isTruncated: sampleCount < header.sampleCount,
    channels: channels.map(({ name, unit, skewSeconds, factor, offset }, place) => {
      const values = new Float32Array(sampleCount);
      for (let index = 0; index < sampleCount; index++) {
        const sample = read(view, index * stride + place * size, isLittleEndian);
        values[index] = sample === padding ? Number.NaN : sample * factor + offset;
      }
      return { name, unit, skewSeconds, values };
    }),
  };
}
