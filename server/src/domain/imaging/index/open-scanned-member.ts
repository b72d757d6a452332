import { DicomFault, parseMetaHead, type RandomAccess } from '@medcloud/dicom';
import type { ScannedMember } from '../../core/zip-upload-scanner.ts';
import { ImagingFault } from '../imaging-fault.ts';
import type { Member } from './members.ts';

/**
 * A member of which this process saw each byte as the archive came: its CRC-32 was taken then and is compared now, and what is
 * asked for beyond its head is read from the original. `firstBytes`: what need not be. Undefined of a member that was not seen, or
 * not as the directory has it. Fails with `ImagingFault` `damaged` where its bytes are not the ones that were packed.
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

/** Whether what is told by the first bytes of a DICOM file is told by these alone. */
function hasCompleteMeta(head: Uint8Array, isComplete: boolean): boolean {
  try {
    return hasDicomPrefix(head) && parseMetaHead(head, isComplete) !== undefined;
  } catch (error) {
    if (error instanceof DicomFault || error instanceof RangeError || error instanceof TypeError) return false;
    throw error;
  }
}

/** PS3.10 7.1: the mark after the preamble. */
function hasDicomPrefix(head: Uint8Array): boolean {
  return Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1', 128, 132) === 'DICM';
}
