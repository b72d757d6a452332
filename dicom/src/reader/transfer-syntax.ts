import { type Encoding, explicitBigEndian, explicitLittleEndian, implicitLittleEndian } from '../element-header.ts';

/** The encoding of a data set by transfer syntax UID (PS3.5 annex A, PS3.6 table A-1). */
export interface TransferSyntax {
  readonly uid: string;
  readonly encoding: Encoding;
  /** The complete data set is one raw deflate stream (RFC 1951). */
  readonly isDeflated: boolean;
  /** Pixel data are in fragments. */
  readonly isEncapsulated: boolean;
}

const implicitLittleEndianUid = '1.2.840.10008.1.2';
export const explicitLittleEndianUid = '1.2.840.10008.1.2.1';
const explicitBigEndianUid = '1.2.840.10008.1.2.2';
// Like implicit little endian, except that native pixel data are big endian.
const gePrivateUid = '1.2.840.113619.5.2';
const nativeUids: readonly string[] = [
  implicitLittleEndianUid,
  explicitLittleEndianUid,
  explicitBigEndianUid,
  gePrivateUid,
  '1.2.840.10008.1.2.1.99',
];
// Deflated explicit, and JPIP referenced deflated.
const deflatedUids: readonly string[] = ['1.2.840.10008.1.2.1.99', '1.2.840.10008.1.2.4.95', '1.2.840.10008.1.2.4.205'];

/** Returns the properties of a transfer syntax. An unknown one is explicit little endian, like all newer ones. */
export function transferSyntaxOf(uid: string): TransferSyntax {
  return {
    uid,
    encoding: encodingOf(uid),
    isDeflated: deflatedUids.includes(uid),
    isEncapsulated: uid.startsWith('1.2.840.10008.1.2.') && !nativeUids.includes(uid),
  };
}

/** Returns whether pixel data are native: for these transfer syntaxes, and for files that state none. */
export function hasNativePixels(uid: string): boolean {
  return uid === '' || nativeUids.includes(uid);
}

function encodingOf(uid: string): Encoding {
  if (uid === implicitLittleEndianUid || uid === gePrivateUid) return implicitLittleEndian;
  return uid === explicitBigEndianUid ? explicitBigEndian : explicitLittleEndian;
}
