import { vrOfPrivate } from '../dictionary/vr-of-private.ts';
import { type Encoding, explicitLittleEndian, implicitLittleEndian, UNDEFINED_LENGTH } from '../element-header.ts';
import { asciiOf } from '../text/ascii.ts';
import { type CharacterSet, readCharacterSet } from '../text/character-set.ts';
import type { DataSet, DicomElement, PixelDataPlace } from './data-set.ts';
import { DicomFault } from './dicom-fault.ts';
import { chosenVr, explicitVrAt, type HeaderVr, implicitVr, valueVr } from './header-vr.ts';

// PS3.5 7.5: what delimits items and sequences.
const ITEM = 0xfffee000;
const ITEM_DELIMITER = 0xfffee00d;
const SEQUENCE_DELIMITER = 0xfffee0dd;
const DELIMITER_GROUP = 0xfffe;
const META_GROUP = 2;
const SPECIFIC_CHARACTER_SET = 0x00080005;
const PIXEL_REPRESENTATION = 0x00280103;
// PS3.3 C.7.6.3: Pixel Data, Float Pixel Data, Double Float Pixel Data.
const PIXEL_DATA: readonly number[] = [0x7fe00010, 0x7fe00008, 0x7fe00009];
const PIXEL_DATA_GROUP = 0x7fe0;

const MAX_DEPTH = 32;
/** A structure set of a thousand contours has some ten thousand elements; this many fit into 100 MB. */
export const MAX_ELEMENTS = 400_000;

/** What an item takes over from the data set around it. */
interface Surroundings {
  readonly encoding: Encoding;
  readonly characterSet: CharacterSet;
  /** Pixel Representation says two's complement: `US or SS` is SS. */
  readonly isSigned: boolean;
  readonly depth: number;
}

/**
 * Reads elements from bytes that may be only the beginning of a file. `offset` moves on; once `needsMore` is set, what was
 * returned is not to be used, and reading begins anew with more bytes. Never reads past its bytes.
 */
export class ElementReader {
  offset: number;
  needsMore = false;
  isTruncated = false;
  pixelData: PixelDataPlace | undefined;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly isWhole: boolean;
  private remainingElements = MAX_ELEMENTS;

  /** `isWhole`: the file ends where the bytes do. */
  constructor(bytes: Uint8Array, offset: number, isWhole: boolean) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.offset = offset;
    this.isWhole = isWhole;
  }

  /** The file meta information: group 0002, always explicit little endian (PS3.10 7.1); some writers have it implicit. */
  readMeta(): DataSet {
    const encoding = this.looksExplicit(this.offset) ? explicitLittleEndian : implicitLittleEndian;
    return this.readElements(this.bytes.length, topLevel(encoding), META_GROUP);
  }

  /** The data set up to its pixel data, in this encoding. */
  readDataSet(encoding: Encoding): DataSet {
    return this.readElements(this.bytes.length, topLevel(encoding));
  }

  private readElements(end: number, around: Surroundings, onlyGroup?: number): DataSet {
    const { littleEndian } = around.encoding;
    const elements = new Map<number, DicomElement>();
    let inside = around;
    while (this.hasHeader(end)) {
      const tag = this.tagAt(this.offset, littleEndian);
      const group = tag >>> 16;
      if (tag === 0 || (onlyGroup !== undefined && group !== onlyGroup)) break;
      if (group === DELIMITER_GROUP) {
        if (tag === ITEM_DELIMITER) this.offset += 8;
        break;
      }
      const element = this.readElement(tag, end, inside, elements);
      if (element === undefined) break;
      // PS3.5 7.2: group lengths are retired, and wrong once anything is left out; that of the meta information stays
      if ((tag & 0xffff) !== 0 || group === META_GROUP) elements.set(tag, element);
      if (tag === SPECIFIC_CHARACTER_SET)
        inside = { ...inside, characterSet: readCharacterSet(this.bytes, element.valueOffset, element.length) };
      else if (tag === PIXEL_REPRESENTATION && element.length >= 2)
        inside = { ...inside, isSigned: this.view.getUint16(element.valueOffset, littleEndian) === 1 };
    }
    return { bytes: this.bytes, littleEndian, elements, characterSet: inside.characterSet };
  }

  /** Whether an element begins here. Where the bytes end in a header, either more are needed or the file is cut short. */
  private hasHeader(end: number): boolean {
    if (this.offset + 8 <= end) return true;
    if (end === this.bytes.length && (this.offset < end || !this.isWhole)) this.endEarly();
    return false;
  }

  private endEarly(): void {
    if (this.isWhole) this.isTruncated = true;
    else this.needsMore = true;
  }

  /** One element with all that is in it, or `undefined` at the pixel data, or where the bytes end. */
  private readElement(
    tag: number,
    end: number,
    around: Surroundings,
    before: ReadonlyMap<number, DicomElement>,
  ): DicomElement | undefined {
    if (--this.remainingElements < 0) throw new DicomFault('too_many_elements');
    const { explicitVr, littleEndian } = around.encoding;
    const header = explicitVr ? explicitVrAt(this.view, this.offset, tag) : implicitVr(tag);
    const valueOffset = this.offset + header.headerBytes;
    if (valueOffset > end) {
      this.endEarly();
      return undefined;
    }
    const length =
      header.lengthBytes === 2
        ? this.view.getUint16(valueOffset - 2, littleEndian)
        : this.view.getUint32(valueOffset - 4, littleEndian);
    const vr = valueVr(header, tag, around.isSigned) ?? this.privateVr(tag, around.isSigned, before);
    if (around.depth === 0 && tag >>> 16 === PIXEL_DATA_GROUP && PIXEL_DATA.includes(tag)) {
      this.pixelData = { tag, vr, valueOffset, length };
      return undefined;
    }
    this.offset = valueOffset;
    if (length === UNDEFINED_LENGTH) return this.readUndefined(tag, vr, header, around, end);
    return this.readDefined(tag, vr, header, length, around, end);
  }

  /** PS3.5 7.8.1: the element (gggg,00xx) names the maker of the elements (gggg,xx00) to (gggg,xxFF). */
  private privateVr(tag: number, isSigned: boolean, before: ReadonlyMap<number, DicomElement>): string {
    const creator = before.get(tag - (tag & 0xffff) + ((tag >>> 8) & 0xff));
    if (creator === undefined || ((tag >>> 16) & 1) === 0) return 'UN';
    const name = asciiOf(this.bytes, creator.valueOffset, creator.length).trim();
    return chosenVr(vrOfPrivate(name, tag) ?? 'UN', isSigned);
  }

  private readDefined(
    tag: number,
    vr: string,
    header: HeaderVr,
    length: number,
    around: Surroundings,
    end: number,
  ): DicomElement | undefined {
    const valueOffset = this.offset;
    let valueEnd = valueOffset + length;
    if (valueEnd > end) {
      if (end === this.bytes.length) this.endEarly();
      if (this.needsMore) return undefined;
      valueEnd = end;
    }
    const present = valueEnd - valueOffset;
    if (vr !== 'SQ') {
      this.offset = valueEnd;
      return { tag, vr, valueOffset, length: present };
    }
    const items = this.readItems(valueEnd, this.encodingOfItems(header, around), around);
    this.offset = valueEnd;
    return { tag, vr, valueOffset, length: present, items };
  }

  /** PS3.5 7.5.2 and A.4: a sequence, or pixel data in fragments where they stand within an item. */
  private readUndefined(
    tag: number,
    vr: string,
    header: HeaderVr,
    around: Surroundings,
    end: number,
  ): DicomElement | undefined {
    const valueOffset = this.offset;
    if (vr === 'SQ' || vr === 'UN') {
      const items = this.readItems(end, this.encodingOfItems(header, around), around);
      return { tag, vr: 'SQ', valueOffset, length: this.offset - valueOffset, items };
    }
    this.skipFragments(end, around.encoding.littleEndian);
    return { tag, vr, valueOffset, length: this.offset - valueOffset };
  }

  /** PS3.5 6.2.2: a value of unknown VR is implicit little endian, whatever is around it. */
  private encodingOfItems(header: HeaderVr, around: Surroundings): Encoding {
    return header.isUnknown ? implicitLittleEndian : around.encoding;
  }

  private readItems(end: number, encoding: Encoding, around: Surroundings): DataSet[] {
    if (around.depth >= MAX_DEPTH) throw new DicomFault('too_deep');
    const items: DataSet[] = [];
    while (this.hasHeader(end)) {
      const tag = this.tagAt(this.offset, encoding.littleEndian);
      if (tag === SEQUENCE_DELIMITER) {
        this.offset += 8;
        break;
      }
      if (tag !== ITEM) break;
      if (--this.remainingElements < 0) throw new DicomFault('too_many_elements');
      const length = this.view.getUint32(this.offset + 4, encoding.littleEndian);
      this.offset += 8;
      const itemEnd = length === UNDEFINED_LENGTH ? end : Math.min(this.offset + length, end);
      items.push(
        this.readElements(itemEnd, {
          ...around,
          encoding: this.encodingHere(encoding, itemEnd),
          depth: around.depth + 1,
        }),
      );
      if (this.needsMore) break;
      if (length !== UNDEFINED_LENGTH) this.offset = itemEnd;
    }
    return items;
  }

  private skipFragments(end: number, littleEndian: boolean): void {
    while (this.hasHeader(end)) {
      const tag = this.tagAt(this.offset, littleEndian);
      const length = this.view.getUint32(this.offset + 4, littleEndian);
      if (tag !== ITEM && tag !== SEQUENCE_DELIMITER) return;
      this.offset += 8;
      if (tag === SEQUENCE_DELIMITER) return;
      if (this.offset + length > end) {
        this.endEarly();
        this.offset = end;
        return;
      }
      this.offset += length;
    }
  }

  /** What is written here, whatever was announced: some writers put implicit items into explicit data sets, or the reverse. */
  encodingHere(announced: Encoding, end: number): Encoding {
    if (!announced.littleEndian || this.offset + 8 > end) return announced;
    const group = this.view.getUint16(this.offset, true);
    if (group === DELIMITER_GROUP) return announced;
    const isExplicit = this.looksExplicit(this.offset);
    if (announced.explicitVr) return isExplicit || this.hasLetters(this.offset) ? announced : implicitLittleEndian;
    // two letters may be the length of an implicit element by chance: not one that leads past the end
    const length = this.view.getUint32(this.offset + 4, true);
    return isExplicit && this.offset + 8 + length > end ? explicitLittleEndian : announced;
  }

  private looksExplicit(offset: number): boolean {
    return offset + 8 <= this.bytes.length && !explicitVrAt(this.view, offset, 0).isGuess;
  }

  private hasLetters(offset: number): boolean {
    const isLetter = (byte: number | undefined) => byte !== undefined && byte >= 0x41 && byte <= 0x5a;
    return isLetter(this.bytes[offset + 4]) && isLetter(this.bytes[offset + 5]);
  }

  private tagAt(offset: number, littleEndian: boolean): number {
    return this.view.getUint16(offset, littleEndian) * 0x10000 + this.view.getUint16(offset + 2, littleEndian);
  }
}

function topLevel(encoding: Encoding): Surroundings {
  return { encoding, characterSet: readCharacterSet(new Uint8Array(), 0, 0), isSigned: false, depth: 0 };
}
