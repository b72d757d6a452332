export { vrOfTag } from './dictionary/vr-of-tag.ts';
export {
  DOCUMENT_TAIL_BYTES,
  type DocumentKind,
  extentOf,
  isWholeDocument,
  sniffDocument,
} from './documents.ts';
export { findDicom, type InflatePrefix } from './find-dicom.ts';
export type { ByteRange } from './frames/byte-range.ts';
export { type FrameIndex, indexFrames } from './frames/frame-index.ts';
export {
  type BulkDataAddress,
  type DicomJson,
  type DicomJsonElement,
  type DicomJsonValue,
  tagName,
  toDicomJson,
} from './json/dicom-json.ts';
export { type PersonName, personNameOf } from './json/person-name.ts';
export { type DicomPatient, dayOf, patientOf } from './patient.ts';
export { Crc32, crcTables } from './preflight/crc32.ts';
export type { InstanceFacts, PlainPixels } from './preflight/instance-facts.ts';
export { type DroppedFile, type FoundFile, type InflateBeginning, readDrop } from './preflight/read-drop.ts';
export { type SmallPicture, smallPicture } from './preflight/small-picture.ts';
export { localHeader, type ZipPart, zipDirectory } from './preflight/zip-parts.ts';
export type { RandomAccess } from './random-access.ts';
export type { DataSet, DicomElement, DicomHead, PixelDataPlace } from './reader/data-set.ts';
export { DicomFault, type DicomFaultCode } from './reader/dicom-fault.ts';
export { type Inflate, type MetaHead, readHead, readHeadOf, readMetaHead } from './reader/read-head.ts';
export { type TransferSyntax, transferSyntaxOf } from './reader/transfer-syntax.ts';
export { binaryNumbersOf, bytesOf, firstText, numbersOf, tagsOf, textsOf } from './reader/values.ts';
export { isMediaDirectory, SNIFF_BYTES, type SniffedContent, sniffContent } from './sniff.ts';
export { verdictOf, ZipFault, type ZipFaultCode } from './zip-fault.ts';
export { MAX_EXPANDED_BYTES, MAX_ZIP_ENTRIES, readZipIndex, type ZipEntry, type ZipIndex } from './zip-index.ts';
export { ZipTrail } from './zip-trail.ts';
