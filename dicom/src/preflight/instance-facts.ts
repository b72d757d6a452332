import { UNDEFINED_LENGTH } from '../element-header.ts';
import { type DicomPatient, parseDate, patientOf } from '../patient.ts';
import type { DicomHead, PixelDataLocation } from '../reader/data-set.ts';
import { transferSyntaxOf } from '../reader/transfer-syntax.ts';
import { firstText, numbersOf } from '../reader/values.ts';

/** Layout of an instance's pixels in its file, if they are uncompressed and contiguous. */
export interface PlainPixels {
  /** Bytes from the beginning of the file. */
  readonly offset: number;
  /** Bytes of one frame. */
  readonly frameBytes: number;
  readonly rows: number;
  readonly columns: number;
  readonly samples: 1 | 3;
  readonly bitsAllocated: 8 | 16;
  readonly bitsStored: number;
  readonly isSigned: boolean;
  readonly isLittleEndian: boolean;
  /** MONOCHROME1: the lowest value is white. */
  readonly isInverted: boolean;
  readonly slope: number;
  readonly intercept: number;
  /** Center and width of the first window; null if the file has none. */
  readonly window: readonly [center: number, width: number] | null;
}

/** Facts of an instance shown before it is sent. Texts are empty if absent. */
export interface InstanceFacts {
  readonly patient: DicomPatient;
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly instanceUid: string;
  readonly modality: string;
  readonly studyDescription: string;
  /** `YYYY-MM-DD`; null if it is no day. */
  readonly studyDate: string | null;
  readonly accessionNumber: string;
  readonly referringPhysician: string;
  readonly seriesDescription: string;
  readonly seriesNumber: number | null;
  readonly instanceNumber: number;
  readonly frames: number;
  readonly pixels: PlainPixels | null;
}

const maxTextLength = 200;

/** Extracts the facts of a parsed head. */
export function extractInstanceFacts(head: DicomHead): InstanceFacts {
  const { dataSet } = head;
  const text = (tag: number) => firstText(dataSet, tag).trim().slice(0, maxTextLength);
  const number = (tag: number) => numbersOf(dataSet, tag).find(Number.isFinite) ?? null;
  return {
    patient: patientOf(dataSet),
    studyUid: text(0x0020000d),
    seriesUid: text(0x0020000e),
    instanceUid: text(0x00080018),
    modality: text(0x00080060).toUpperCase(),
    studyDescription: text(0x00081030),
    studyDate: parseDate(text(0x00080020)),
    accessionNumber: text(0x00080050),
    referringPhysician: text(0x00080090),
    seriesDescription: text(0x0008103e),
    seriesNumber: number(0x00200011),
    instanceNumber: number(0x00200013) ?? 0,
    frames: Math.max(1, number(0x00280008) ?? 1),
    pixels: head.pixelData === undefined ? null : findPlainPixels(head, head.pixelData),
  };
}

/** Returns null for pixels that are compressed, deflated, or of a kind that thumbnails do not support. */
function findPlainPixels(head: DicomHead, location: PixelDataLocation): PlainPixels | null {
  const { dataSet } = head;
  const { isDeflated } = transferSyntaxOf(head.transferSyntax);
  const number = (tag: number) => numbersOf(dataSet, tag).find(Number.isFinite);
  const [rows = 0, columns = 0, bits = 0] = [0x00280010, 0x00280011, 0x00280100].map(number);
  const samples = number(0x00280002) ?? 1;
  const photometric = firstText(dataSet, 0x00280004).trim();
  const isGray = samples === 1 && photometric.startsWith('MONOCHROME');
  const isColor = samples === 3 && photometric === 'RGB' && bits === 8 && (number(0x00280006) ?? 0) === 0;
  if (isDeflated || location.length === UNDEFINED_LENGTH || (bits !== 8 && bits !== 16)) return null;
  if (!(isGray || isColor) || rows < 1 || columns < 1 || rows * columns > 67_108_864) return null;
  const [center, width] = [number(0x00281050), number(0x00281051)];
  return {
    offset: location.valueOffset,
    frameBytes: (rows * columns * samples * bits) / 8,
    ...{ rows, columns, samples: isColor ? 3 : 1, bitsAllocated: bits, bitsStored: number(0x00280101) ?? bits },
    isSigned: number(0x00280103) === 1,
    isLittleEndian: dataSet.isLittleEndian,
    isInverted: photometric === 'MONOCHROME1',
    slope: number(0x00281053) ?? 1,
    intercept: number(0x00281052) ?? 0,
    window: center !== undefined && width !== undefined && width >= 1 ? [center, width] : null,
  };
}
