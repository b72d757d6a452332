import type { CharacterSet } from '../text/character-set.ts';

/** One data element, with the position of its value in the bytes of its data set. */
export interface DicomElement {
  /** Group in the high 16 bits, element in the low ones: `0x00080016`. */
  readonly tag: number;
  /** Two letters of PS3.5 6.2; `UN` if unknown. */
  readonly vr: string;
  readonly valueOffset: number;
  /** Bytes of the value that exist. For encapsulated pixel data: `UNDEFINED_LENGTH`. */
  readonly length: number;
  /** Only of a sequence. */
  readonly items?: readonly DataSet[];
}

/** The elements of a file, or of one item of a sequence, in file order. Values are decoded on access. */
export interface DataSet {
  readonly bytes: Uint8Array;
  readonly isLittleEndian: boolean;
  readonly elements: ReadonlyMap<number, DicomElement>;
  /** Character set of its text: its own (0008,0005), or that of the parent data set. */
  readonly characterSet: CharacterSet;
}

/** Position of the pixel data in the parsed bytes: the file's own, or the inflated ones of a deflated data set. */
export interface PixelDataLocation {
  readonly tag: number;
  readonly vr: string;
  readonly valueOffset: number;
  /** Bytes, or `UNDEFINED_LENGTH` if the pixel data are encapsulated (PS3.5 A.4). */
  readonly length: number;
}

/** The head of a DICOM file: everything before its pixel data. */
export interface DicomHead {
  /** The file meta information, group 0002; empty if the file has none. */
  readonly meta: DataSet;
  readonly dataSet: DataSet;
  /** The UID in the meta information; empty if absent, in which case the encoding was detected. */
  readonly transferSyntax: string;
  readonly pixelData: PixelDataLocation | undefined;
  /** The file ends before an element does. */
  readonly isTruncated: boolean;
}
