export { findDicom, type InflatePrefix } from './find-dicom.ts';
export type { RandomAccess } from './random-access.ts';
export { SNIFF_BYTES, type SniffedContent, sniffContent } from './sniff.ts';
export { verdictOf, ZipFault, type ZipFaultCode } from './zip-fault.ts';
export { MAX_EXPANDED_BYTES, MAX_ZIP_ENTRIES, readZipIndex, type ZipEntry, type ZipIndex } from './zip-index.ts';
