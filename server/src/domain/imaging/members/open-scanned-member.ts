import { DicomFault, parseMetaHead, type RandomAccess } from '@medcloud/dicom';
import type { ScannedMember } from '../../exams/receive/zip-upload-scanner.ts';
import { ImagingFault } from '../imaging-fault.ts';
import type { Member } from './members.ts';

/**
 * Opens a member that this process scanned completely during the upload. Compares the CRC-32 computed then; ranges
 * beyond the head are read from the original. `firstBytes` is the head's length, if the head contains all meta
 * information. Returns undefined for a member that was not scanned, or differs from the directory. Throws
 * `ImagingFault` `damaged` if the CRC-32 differs.
 */
export function openScannedMember(
  original: RandomAccess,
  { method, dataOffset, size, crc32 }: Member,
  scanned: ScannedMember | undefined,
): (RandomAccess & { readonly firstBytes?: number }) | undefined {
  if (scanned === undefined || method !== 'stored' || scanned.sizeBytes !== size) return undefined;
  if (scanned.crc32 !== crc32) throw new ImagingFault('damaged');
  const { head } = scanned;
  return {
    sizeBytes: size,
    ...(hasCompleteMeta(head, head.length === size) ? { firstBytes: head.length } : {}),
    read: async (start, end) => {
      const bounded = Math.min(end, size);
      return bounded <= head.length
        ? head.subarray(start, bounded)
        : await original.read(dataOffset + start, dataOffset + bounded);
    },
  };
}

/** Returns whether these first bytes of a DICOM file contain its complete meta information. */
function hasCompleteMeta(head: Uint8Array, isComplete: boolean): boolean {
  try {
    return hasDicomPrefix(head) && parseMetaHead(head, isComplete) !== undefined;
  } catch (error) {
    if (error instanceof DicomFault || error instanceof RangeError || error instanceof TypeError) return false;
    throw error;
  }
}

/** Returns whether the prefix follows the preamble (PS3.10 7.1). */
function hasDicomPrefix(head: Uint8Array): boolean {
  return Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1', 128, 132) === 'DICM';
}
