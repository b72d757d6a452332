import { deriveUid } from '../index/derive-uid.ts';
import { type Element, encodeElements, encodeLongHeader, encodeMetaHeader, padding } from './dicom-elements.ts';

/*
 * A document as a DICOM object: the bytes before and after its content. It names no patient. The exam states its
 * patient, and an exam may be moved to another patient.
 */

// PS3.6 table A-1.
export const encapsulatedPdf = '1.2.840.10008.5.1.4.1.1.104.1';
export const secondaryCapture = '1.2.840.10008.5.1.4.1.1.7';

export interface DocumentSource {
  readonly examId: string;
  /** `YYYY-MM-DD`. */
  readonly examDate: string;
}

export interface DicomEnvelope {
  readonly prefix: Buffer;
  readonly suffix: Buffer;
}

/** Encodes the envelope of a PDF's bytes: Encapsulated PDF (PS3.3 A.45.1). */
export function encodePdfEnvelope(document: DocumentSource, sizeBytes: number): DicomEnvelope {
  const prefix = encodeElements([
    ...commonElements(document, { sopClass: encapsulatedPdf, modality: 'DOC', label: 'Document' }),
    [0x00280301, 'CS', 'YES'],
    [0x00420010, 'ST', ''],
  ]);
  const suffix = encodeElements([
    [0x00420012, 'LO', 'application/pdf'],
    [0x00420015, 'UL', sizeBytes],
  ]);
  return {
    prefix: Buffer.concat([
      encodeHeader(document, encapsulatedPdf),
      prefix,
      encodeLongHeader(0x00420011, 'OB', sizeBytes),
    ]),
    suffix: Buffer.concat([padding(sizeBytes), suffix]),
  };
}

/** Encodes the envelope of interleaved RGB pixels of 8 bits per color: Secondary Capture (PS3.3 A.8.1). */
export function encodePixelEnvelope(
  document: DocumentSource,
  { width, height }: { width: number; height: number },
): DicomEnvelope {
  const sizeBytes = width * height * 3;
  const prefix = encodeElements([
    ...commonElements(document, { sopClass: secondaryCapture, modality: 'OT', label: 'Picture' }),
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
    prefix: Buffer.concat([
      encodeHeader(document, secondaryCapture),
      prefix,
      encodeLongHeader(0x7fe00010, 'OB', sizeBytes),
    ]),
    suffix: padding(sizeBytes),
  };
}

const instanceUid = ({ examId }: DocumentSource) => deriveUid(`${examId}/document`);

function encodeHeader(document: DocumentSource, sopClass: string): Buffer {
  return encodeMetaHeader(sopClass, instanceUid(document));
}

/**
 * Returns the required elements of patient, study, series and equipment, empty if unknown (PS3.3 C.7.1.1, C.7.2.1,
 * C.24.1, C.8.6.1).
 */
function commonElements(
  document: DocumentSource,
  { sopClass, modality, label }: { sopClass: string; modality: string; label: string },
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
    [0x0008103e, 'LO', label],
    [0x00100010, 'PN', ''],
    [0x00100020, 'LO', ''],
    [0x00100030, 'DA', ''],
    [0x00100040, 'CS', ''],
    [0x0020000d, 'UI', deriveUid(`${examId}/study`)],
    [0x0020000e, 'UI', deriveUid(`${examId}/document/series`)],
    [0x00200010, 'SH', ''],
    [0x00200011, 'IS', '1'],
    [0x00200013, 'IS', '1'],
  ];
}
