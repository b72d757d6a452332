import type { CharacterSet } from '../text/character-set.ts';

/** One data element of a data set: where its value lies, in the bytes of that data set. */
export interface DicomElement {
  /** Group in the high 16 bits, element in the low ones: `0x00080016`. */
  readonly tag: number;
  /** Two letters of PS3.5 6.2; `UN` where nothing tells it. */
  readonly vr: string;
  readonly valueOffset: number;
  /** Bytes of the value that are there. Of encapsulated pixel data: `UNDEFINED_LENGTH`. */
  readonly length: number;
  /** Of a sequence. */
  readonly items?: readonly DataSet[];
}

/** The elements of a file, or of one item of a sequence, in the order of the file. Values are read when they are asked for. */
export interface DataSet {
  readonly bytes: Uint8Array;
  readonly littleEndian: boolean;
  readonly elements: ReadonlyMap<number, DicomElement>;
  /** How its text is written: its own (0008,0005), or that of the data set around it. */
  readonly characterSet: CharacterSet;
}

/** Where the pixel data lie, in the bytes that were read: the file's own, or the inflated ones of a deflated data set. */
export interface PixelDataLocation {
  readonly tag: number;
  readonly vr: string;
  readonly valueOffset: number;
  /** Bytes, or `UNDEFINED_LENGTH` where the pixel data are encapsulated (PS3.5 A.4). */
  readonly length: number;
}

/** The head of a DICOM file: everything before its pixel data. */
export interface DicomHead {
  /** The file meta information, group 0002; empty where the file has none. */
  readonly meta: DataSet;
  readonly dataSet: DataSet;
  /** The UID that the meta information gives; empty where it gives none and the layout was told by looking. */
  readonly transferSyntax: string;
  readonly pixelData: PixelDataLocation | undefined;
  /** The file ends before an element does. */
  readonly isTruncated: boolean;
}
