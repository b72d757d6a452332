import { madeUid } from '../indexing/made-uid.ts';
import { type Element, encoded, longHeader, metaHeader, padding } from './dicom-elements.ts';

/*
 * A document as a DICOM object: what stands before its bytes, and what behind. Names nobody: whose it is, the exam says,
 * and an exam may be moved to another patient.
 */

// PS3.6 table A-1.
export const encapsulatedPdf = '1.2.840.10008.5.1.4.1.1.104.1';
export const secondaryCapture = '1.2.840.10008.5.1.4.1.1.7';

export interface DocumentOf {
  readonly examId: string;
  /** `YYYY-MM-DD`. */
  readonly examDate: string;
}

export interface Wrapping {
  readonly before: Buffer;
  readonly behind: Buffer;
}

/** Around a PDF's own bytes: Encapsulated PDF (PS3.3 A.45.1). */
export function aroundPdf(document: DocumentOf, sizeBytes: number): Wrapping {
  const before = encoded([
    ...common(document, { sopClass: encapsulatedPdf, modality: 'DOC', of: 'Document' }),
    [0x00280301, 'CS', 'YES'],
    [0x00420010, 'ST', ''],
  ]);
  const behind = encoded([
    [0x00420012, 'LO', 'application/pdf'],
    [0x00420015, 'UL', sizeBytes],
  ]);
  return {
    before: Buffer.concat([header(document, encapsulatedPdf), before, longHeader(0x00420011, 'OB', sizeBytes)]),
    behind: Buffer.concat([padding(sizeBytes), behind]),
  };
}

/** Around pixels of 8 bits a colour, red, green and blue in turn: Secondary Capture (PS3.3 A.8.1). */
export function aroundPixels(document: DocumentOf, { width, height }: { width: number; height: number }): Wrapping {
  const sizeBytes = width * height * 3;
  const before = encoded([
    ...common(document, { sopClass: secondaryCapture, modality: 'OT', of: 'Picture' }),
    [0x00200020, 'CS', ''],
    [0x00280002, 'US', 3],
    [0x00280004, 'CS', 'RGB'],
    [0x00280006, 'US', 0],
    [0x00280010, 'US', height],
    [0x00280011, 'US', width],
    [0x00280100, 'US', 8],
    [0x00280101, 'US', 8],
    [0x00280102, 'US', 7],
    [0x00280103, 'US', 0],
    [0x00280301, 'CS', 'YES'],
  ]);
  return {
    before: Buffer.concat([header(document, secondaryCapture), before, longHeader(0x7fe00010, 'OB', sizeBytes)]),
    behind: padding(sizeBytes),
  };
}

const instanceUid = ({ examId }: DocumentOf) => madeUid(`${examId}/document`);

function header(document: DocumentOf, sopClass: string): Buffer {
  return metaHeader(sopClass, instanceUid(document));
}

/** Patient, study, series and equipment (PS3.3 C.7.1.1, C.7.2.1, C.24.1, C.8.6.1): what must be there, empty where it is unknown. */
function common(
  document: DocumentOf,
  { sopClass, modality, of }: { sopClass: string; modality: string; of: string },
): Element[] {
  const { examId, examDate } = document;
  const day = examDate.replaceAll('-', '');
  return [
    [0x00080005, 'CS', 'ISO_IR 192'],
    [0x00080016, 'UI', sopClass],
    [0x00080018, 'UI', instanceUid(document)],
    [0x00080020, 'DA', day],
    [0x00080023, 'DA', day],
    [0x0008002a, 'DT', ''],
    [0x00080030, 'TM', ''],
    [0x00080033, 'TM', ''],
    [0x00080050, 'SH', ''],
    [0x00080060, 'CS', modality],
    [0x00080064, 'CS', 'WSD'],
    [0x00080070, 'LO', 'MedCloud'],
    [0x00080090, 'PN', ''],
    [0x0008103e, 'LO', of],
    [0x00100010, 'PN', ''],
    [0x00100020, 'LO', ''],
    [0x00100030, 'DA', ''],
    [0x00100040, 'CS', ''],
    [0x0020000d, 'UI', madeUid(`${examId}/study`)],
    [0x0020000e, 'UI', madeUid(`${examId}/document/series`)],
    [0x00200010, 'SH', ''],
    [0x00200011, 'IS', '1'],
    [0x00200013, 'IS', '1'],
  ];
}
