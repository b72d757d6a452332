import type { WaveformChannel, WaveformGroup } from '@medcloud/dicom/waveform';
import { type Gain, maxRows, type Page, type RowScale, rowHeightOf, rowScaleOf, type Speed, traceOf } from './paper.ts';

/** A channel on its sheet. */
export interface PaperRow {
  readonly channel: WaveformChannel;
  readonly scale: RowScale;
  /** From the sheet's upper edge, in millimeters. */
  readonly middle: number;
  readonly path: string;
}

/** A sheet of paper; 250 mm wide. */
export interface PaperSheet {
  readonly rows: readonly PaperRow[];
  /** Millimeters. */
  readonly height: number;
  readonly rowHeight: number;
}

interface PaperOptions {
  readonly page: Page;
  readonly speed: Speed;
  /** Null: each channel fills its row. */
  readonly gain: Gain | null;
}

const largeSquare = 5;
const toSquares = (mm: number) => Math.ceil(mm / largeSquare) * largeSquare;

/** Lays out a page of a group: its channels below each other, with room for the highest and lowest traces. */
export function layOutSheets(group: WaveformGroup, { page, speed, gain }: PaperOptions): PaperSheet[] {
  const { channels, samplesPerSecond } = group;
  const rowHeight = rowHeightOf(Math.min(maxRows, channels.length));
  return Array.from({ length: Math.ceil(channels.length / maxRows) }, (_, sheet) => {
    const drawn = channels.slice(sheet * maxRows, (sheet + 1) * maxRows).map((channel, index) => {
      const scale = rowScaleOf(channel, gain, rowHeight);
      const trace = traceOf(channel, { samplesPerSecond, page, speed, scale });
      return { channel, scale, trace, place: (index + 0.5) * rowHeight };
    });
    const above = Math.min(0, ...drawn.map(({ place, trace }) => place + trace.top));
    const usual = drawn.length * rowHeight;
    const below = Math.max(usual, ...drawn.map(({ place, trace }) => place + trace.bottom));
    const top = toSquares(-above);
    const rows = drawn.map(({ channel, scale, trace, place }) => ({
      ...{ channel, scale, path: trace.path },
      middle: top + place,
    }));
    return { rows, rowHeight, height: top + toSquares(below) };
  });
}

/** Returns the row that is nearest to a height of the sheet. */
export function rowAt({ rows }: PaperSheet, y: number): PaperRow | undefined {
  return rows.toSorted((one, other) => Math.abs(one.middle - y) - Math.abs(other.middle - y))[0];
}
