import { Fault } from '@medcloud/contract/faults';
import { isDecodable } from '../../domain/imaging/render/decode/decode-native.ts';
import {
  type EncodedSyntax,
  encodedSyntaxes,
  isEncodedSyntax,
  jpegBaseline,
} from '../../domain/imaging/render/encode/encode-frame.ts';
import { type AcceptedType, isMediaTypeMatch } from './accept.ts';

// PS3.18 table 8.7.3-5: compressed pixel data by transfer syntax.
const byTransferSyntax: Readonly<Record<string, string>> = {
  '1.2.840.10008.1.2.4.50': 'image/jpeg',
  '1.2.840.10008.1.2.4.51': 'image/jpeg',
  '1.2.840.10008.1.2.4.57': 'image/jpeg',
  '1.2.840.10008.1.2.4.70': 'image/jpeg',
  '1.2.840.10008.1.2.4.80': 'image/jls',
  '1.2.840.10008.1.2.4.81': 'image/jls',
  '1.2.840.10008.1.2.4.90': 'image/jp2',
  '1.2.840.10008.1.2.4.91': 'image/jp2',
  '1.2.840.10008.1.2.4.92': 'image/jpx',
  '1.2.840.10008.1.2.4.93': 'image/jpx',
  '1.2.840.10008.1.2.4.201': 'image/jphc',
  '1.2.840.10008.1.2.4.202': 'image/jphc',
  '1.2.840.10008.1.2.4.203': 'image/jphc',
  '1.2.840.10008.1.2.5': 'image/dicom-rle',
};
const octets = 'application/octet-stream';
export const explicitLittle = '1.2.840.10008.1.2.1';
// Native pixels are the same bytes under all of these (PS3.5 A.1, A.2, A.5).
const littleEndian: readonly string[] = ['1.2.840.10008.1.2', explicitLittle, '1.2.840.10008.1.2.1.99', ''];

export interface PixelForm {
  readonly isMultipart: boolean;
  readonly contentType: string;
  /** The frames are decoded, or encoded in this transfer syntax; null: they are sent as stored. */
  readonly converted: 'native' | EncodedSyntax | null;
}

/**
 * Chooses the form of a response of pixels: as stored, or native ones decoded from compressed ones, in the first form
 * that the client accepts. Frames are encoded for a client that accepts neither. Throws `not_acceptable`.
 */
export function pixelForm(
  accepted: readonly AcceptedType[],
  stored: string,
  { count, mayConvert }: { count: number; mayConvert: boolean },
): PixelForm {
  const compressedType = byTransferSyntax[stored];
  const syntax = compressedType === undefined && littleEndian.includes(stored) ? explicitLittle : stored;
  for (const { type, isMultipart, transferSyntax } of accepted) {
    if (!isMultipart && count > 1) continue;
    const isSame = transferSyntax === '*' || transferSyntax === syntax;
    if (isMediaTypeMatch(type, compressedType ?? octets) && (transferSyntax === null || isSame))
      return { isMultipart, contentType: `${compressedType ?? octets}; transfer-syntax=${syntax}`, converted: null };
    // `application/octet-stream` means uncompressed pixels, unless the client accepts any transfer syntax.
    if (type !== octets) continue;
    if (isSame) return { isMultipart, contentType: `${octets}; transfer-syntax=${syntax}`, converted: null };
    const isNative = transferSyntax === null || transferSyntax === explicitLittle;
    if (mayConvert && isNative && isDecodable(stored))
      return { isMultipart, contentType: `${octets}; transfer-syntax=${explicitLittle}`, converted: 'native' };
  }
  const encoded = mayConvert ? encodedForm(accepted, stored, count) : undefined;
  if (encoded === undefined) throw new Fault('not_acceptable');
  return encoded;
}

/** The first form that the client accepts, of those in which a frame can be encoded. */
function encodedForm(accepted: readonly AcceptedType[], stored: string, count: number): PixelForm | undefined {
  if (!isTranscodable(stored)) return undefined;
  return accepted
    .filter(({ isMultipart }) => isMultipart || count === 1)
    .flatMap(({ type, isMultipart, transferSyntax }) => {
      const syntax = encodedSyntaxFor(type, transferSyntax);
      return syntax === null
        ? []
        : [{ isMultipart, contentType: `${type}; transfer-syntax=${syntax}`, converted: syntax }];
    })[0];
}

// PS3.18 table 8.7.3-5: of a type without a transfer syntax. That of `image/jpeg`, lossless JPEG, has no encoder here,
// and pixels lose nothing without being asked for by name.
const defaultSyntaxes = encodedSyntaxes.filter((syntax) => syntax !== jpegBaseline);

function encodedSyntaxFor(type: string, transferSyntax: string | null): EncodedSyntax | null {
  if (transferSyntax === null || transferSyntax === '*')
    return defaultSyntaxes.find((syntax) => byTransferSyntax[syntax] === type) ?? null;
  return isEncodedSyntax(transferSyntax) && byTransferSyntax[transferSyntax] === type ? transferSyntax : null;
}

// All are in memory before the first is sent.
const maxCachedFrames = 16;

/** True if a client prefers HTJ2K to the forms of stored uncompressed pixels. */
export function isHtj2kPreferred(accepted: readonly AcceptedType[], stored: string, count: number): boolean {
  if (byTransferSyntax[stored] !== undefined || count > maxCachedFrames) return false;
  const [htj2k, raw] = ['image/jphc', octets].map((type) =>
    accepted.findIndex((one) => (type === octets ? isMediaTypeMatch(one.type, octets) : one.type === type)),
  );
  return htj2k !== undefined && htj2k >= 0 && (raw === undefined || raw < 0 || htj2k < raw);
}

/** How instances are sent, and whether they are transcoded to Explicit VR Little Endian. */
export interface InstanceForm {
  readonly kind: 'multipart' | 'single' | 'zip';
  readonly isTranscoded: boolean;
}

/**
 * Chooses the form of a response of instances (PS3.18 8.7.3): as uploaded, or Explicit VR Little Endian if the client
 * wants that transfer syntax by name. Throws `not_acceptable` for another one.
 */
export function instanceForm(
  accepted: readonly AcceptedType[],
  stored: readonly string[],
  isSingle: boolean,
): InstanceForm {
  for (const { type, isMultipart, transferSyntax } of accepted) {
    if (type === 'application/zip' && !isMultipart && !isSingle) return { kind: 'zip', isTranscoded: false };
    if (!isMediaTypeMatch(type, 'application/dicom')) continue;
    const isStored = transferSyntax === null || transferSyntax === '*' || stored.every((one) => one === transferSyntax);
    const isTranscoded = !isStored && transferSyntax === explicitLittle && stored.every(isTranscodable);
    if (!isStored && !isTranscoded) continue;
    if (isMultipart) return { kind: 'multipart', isTranscoded };
    if (isSingle && type === 'application/dicom') return { kind: 'single', isTranscoded };
  }
  throw new Fault('not_acceptable');
}

const isTranscodable = (stored: string) => littleEndian.includes(stored) || isDecodable(stored);

/** Returns whether frames are in Explicit VR Little Endian already, whatever the encoding of the other elements. */
export const isLittleEndianNative = (stored: string) => littleEndian.includes(stored);

/** Throws `not_acceptable` if the client does not accept DICOM JSON. */
export function checkJson(accepted: readonly AcceptedType[]): void {
  const types = ['application/dicom+json', 'application/json'];
  if (!accepted.some(({ type }) => types.some((one) => isMediaTypeMatch(type, one)))) throw new Fault('not_acceptable');
}
