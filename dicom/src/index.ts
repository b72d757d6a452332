export { vrOfTag } from './dictionary/vr-of-tag.ts';
export {
  DOCUMENT_TAIL_BYTES,
  type DocumentKind,
  extentOf,
  isCompleteDocument,
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
export { type PersonName, parsePersonName } from './json/person-name.ts';
export { type DicomPatient, parseDate, patientOf } from './patient.ts';
export { type Codestream, readCodestream } from './pixels/codestream.ts';
export {
  type Contradiction,
  findContradiction,
  frameBytes,
  isKnownForm,
  isNativeFrame,
  isProven,
  type PixelForm,
} from './pixels/pixel-form.ts';
export { isReadableInBrowser } from './pixels/readable-form.ts';
export { isCompleteRle, rleSegments } from './pixels/rle.ts';
export { hasForeignPreamble, PREAMBLE_BYTES } from './preamble.ts';
export { Crc32, createCrcTables } from './preflight/crc32.ts';
export type { InstanceFacts, PlainPixels } from './preflight/instance-facts.ts';
export type { ListedFile } from './preflight/media-directory.ts';
export {
  type DroppedFile,
  type InflateLimited,
  type PreflightFile,
  readDroppedFiles,
} from './preflight/read-dropped-files.ts';
export { renderThumbnail, type Thumbnail } from './preflight/render-thumbnail.ts';
export { encodeLocalHeader, encodeZipDirectory, type ZipPart } from './preflight/zip-parts.ts';
export type { RandomAccess } from './random-access.ts';
export type { DataSet, DicomElement, DicomHead, PixelDataLocation } from './reader/data-set.ts';
export { DicomFault, type DicomFaultCode } from './reader/dicom-fault.ts';
export { type Inflate, type MetaHead, parseHead, parseMetaHead, readHeadFrom } from './reader/parse-head.ts';
export { hasNativePixels, type TransferSyntax, transferSyntaxOf } from './reader/transfer-syntax.ts';
export { binaryNumbersOf, bytesOf, firstText, numbersOf, tagsOf, textsOf } from './reader/values.ts';
export { isMediaDirectory, SNIFF_BYTES, type SniffedContent, sniffContent } from './sniff.ts';
export { type ExecutableKind, sniffExecutable } from './sniff-executable.ts';
export { type PetHeader, type SuvScale, type SuvTerm, suvScaleOf, suvTerms } from './suv.ts';
export type {
  AnnotatedStudy,
  EncodedObject,
  ObjectIdentity,
  ReferencedImage,
} from './write/annotations/annotated-study.ts';
export type { Code, Graphic } from './write/annotations/content-items.ts';
export { encodeKeyObjects, type KeyImage } from './write/annotations/encode-key-objects.ts';
export { encodeMeasurements, type MeasuredValue, type Measurement } from './write/annotations/encode-measurements.ts';
export { type DrawnFrame, encodePresentation, type Presentation } from './write/annotations/encode-presentation.ts';
export type { ElementChanges } from './write/encode-data-set.ts';
export { encodeAscii, encodeElementHeader } from './write/encode-element.ts';
export { encodeHead } from './write/encode-head.ts';
export { verdictOf, ZipFault, type ZipFaultCode } from './zip/zip-fault.ts';
export { ZipHeaderScanner } from './zip/zip-header-scanner.ts';
export { MAX_EXPANDED_BYTES, MAX_ZIP_ENTRIES, readZipIndex, type ZipEntry, type ZipIndex } from './zip/zip-index.ts';
