import { vrOfTag } from '../dictionary/vr-of-tag.ts';

/** Layout of an element's header, and the VR it states. */
export interface HeaderVr {
  readonly vr: string;
  /** Tag, VR and length together. */
  readonly headerBytes: 8 | 12;
  readonly lengthBytes: 2 | 4;
  /** Written as UN: its value is implicit little endian (PS3.5 6.2.2). */
  readonly isUnknown: boolean;
  /** The VR is not in the standard, so the layout is a guess. */
  readonly isGuess: boolean;
}

// PS3.5 table 7.1-1: these have two reserved bytes and a 32-bit length, the others a 16-bit length.
const longVrs = 'OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' ');
const shortVrs = 'AE AS AT CS DA DS DT FD FL IS LO LT PN SH SL SS ST TM UI UL US'.split(' ');

const explicitHeaders: ReadonlyMap<number, HeaderVr> = new Map(
  [...longVrs, ...shortVrs].map((vr) => [
    codeOf(vr.charCodeAt(0), vr.charCodeAt(1)),
    {
      vr,
      headerBytes: longVrs.includes(vr) ? 12 : 8,
      lengthBytes: longVrs.includes(vr) ? 4 : 2,
      isUnknown: vr === 'UN',
      isGuess: false,
    },
  ]),
);
const implicitHeaders: ReadonlyMap<string, HeaderVr> = new Map(
  [...longVrs, ...shortVrs, 'xs', 'ox', 'lt', 'up', 'px'].map((vr) => [
    vr,
    { vr, headerBytes: 8, lengthBytes: 4, isUnknown: false, isGuess: false },
  ]),
);
const unknownImplicit: HeaderVr = { vr: 'UN', headerBytes: 8, lengthBytes: 4, isUnknown: true, isGuess: true };
const unknownLong: HeaderVr = { vr: 'UN', headerBytes: 12, lengthBytes: 4, isUnknown: true, isGuess: true };
const unknownShort: HeaderVr = { vr: 'UN', headerBytes: 8, lengthBytes: 2, isUnknown: true, isGuess: true };

function codeOf(first: number, second: number): number {
  return first * 256 + second;
}

/**
 * Returns the layout of an explicit element at `offset`; 8 bytes of it must exist. Two capitals that are no known VR
 * belong to a later standard: a 32-bit length (PS3.5 7.1.2), or 16-bit if the reserved bytes are not zero. Anything
 * else is an element in implicit encoding.
 */
export function parseExplicitVr(view: DataView, offset: number, tag: number): HeaderVr {
  const first = view.getUint8(offset + 4);
  const second = view.getUint8(offset + 5);
  const known = explicitHeaders.get(codeOf(first, second));
  if (known !== undefined) return known;
  if (!isCapital(first) || !isCapital(second)) return { ...implicitVrOf(tag), isGuess: true };
  return view.getUint16(offset + 6, true) === 0 ? unknownLong : unknownShort;
}

/** Returns the layout of an implicit element, with the VR of the dictionary. */
export function implicitVrOf(tag: number): HeaderVr {
  const vr = vrOfTag(tag);
  return (vr !== undefined && implicitHeaders.get(vr)) || unknownImplicit;
}

function isCapital(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

/**
 * Returns the VR of the value: that of the header, or of the dictionary if the header states UN; `undefined` if neither
 * has one.
 */
export function resolveValueVr(header: HeaderVr, tag: number, isSigned: boolean): string | undefined {
  const vr = header.vr === 'UN' ? vrOfTag(tag) : header.vr;
  return vr === undefined ? undefined : resolveVr(vr, isSigned);
}

/** Returns one VR if the dictionary allows several (PS3.5 annex A). */
export function resolveVr(vr: string, isSigned: boolean): string {
  switch (vr) {
    case 'xs':
      return isSigned ? 'SS' : 'US';
    case 'ox':
    case 'px':
    case 'lt':
      return 'OW';
    case 'up':
      return 'UL';
    default:
      return vr;
  }
}
