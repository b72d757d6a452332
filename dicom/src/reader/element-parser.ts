import { vrOfPrivate } from '../dictionary/vr-of-private.ts';
import { type Encoding, explicitLittleEndian, implicitLittleEndian, UNDEFINED_LENGTH } from '../element-header.ts';
import { decodeAscii } from '../text/ascii.ts';
import { type CharacterSet, parseCharacterSet } from '../text/character-set.ts';
import type { DataSet, DicomElement, PixelDataLocation } from './data-set.ts';
import { DicomFault } from './dicom-fault.ts';
import { type HeaderVr, implicitVrOf, parseExplicitVr, resolveValueVr, resolveVr } from './header-vr.ts';

// PS3.5 7.5: delimiters of items and sequences.
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

/** The properties that an item inherits from its parent data set. */
interface ParentContext {
  readonly encoding: Encoding;
  readonly characterSet: CharacterSet;
  /** Pixel Representation is two's complement: `US or SS` is SS. */
  readonly isSigned: boolean;
  readonly depth: number;
}

/**
 * Parses elements from bytes that may be only the beginning of a file. `offset` advances. Once `mustReadMore` is set, the
 * result is invalid and parsing must start again with more bytes. Never reads beyond its bytes.
 */
export class ElementParser {
  offset: number;
  mustReadMore = false;
  isTruncated = false;
  pixelData: PixelDataLocation | undefined;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly isComplete: boolean;
  private remainingElements = MAX_ELEMENTS;

  /** `isComplete`: the file ends where the bytes end. */
  constructor(bytes: Uint8Array, offset: number, isComplete: boolean) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.offset = offset;
    this.isComplete = isComplete;
  }

  /**
   * Parses the file meta information: group 0002, always explicit little endian (PS3.10 7.1); some writers use
   * implicit.
   */
  parseMeta(): DataSet {
    const encoding = this.isLikelyExplicit(this.offset) ? explicitLittleEndian : implicitLittleEndian;
    return this.parseElements(this.bytes.length, topLevelContext(encoding), META_GROUP);
  }

  /** Parses the data set up to its pixel data, in this encoding. */
  parseDataSet(encoding: Encoding): DataSet {
    return this.parseElements(this.bytes.length, topLevelContext(encoding));
  }

  private parseElements(end: number, parent: ParentContext, onlyGroup?: number): DataSet {
    const { isLittleEndian } = parent.encoding;
    const elements = new Map<number, DicomElement>();
    let current = parent;
    while (this.hasHeader(end)) {
      const tag = this.tagAt(this.offset, isLittleEndian);
      const group = tag >>> 16;
      if (tag === 0 || (onlyGroup !== undefined && group !== onlyGroup)) break;
      if (group === DELIMITER_GROUP) {
        if (tag === ITEM_DELIMITER) this.offset += 8;
        break;
      }
      const element = this.parseElement(tag, end, current, elements);
      if (element === undefined) break;
      // PS3.5 7.2: group lengths are retired, and wrong once an element is removed; that of the meta information stays
      if ((tag & 0xffff) !== 0 || group === META_GROUP) elements.set(tag, element);
      if (tag === SPECIFIC_CHARACTER_SET)
        current = { ...current, characterSet: parseCharacterSet(this.bytes, element.valueOffset, element.length) };
      else if (tag === PIXEL_REPRESENTATION && element.length >= 2)
        current = { ...current, isSigned: this.view.getUint16(element.valueOffset, isLittleEndian) === 1 };
    }
    return { bytes: this.bytes, isLittleEndian, elements, characterSet: current.characterSet };
  }

  /**
   * Returns whether an element starts here. If the bytes end in a header, either more are needed or the file is
   * truncated.
   */
  private hasHeader(end: number): boolean {
    if (this.offset + 8 <= end) return true;
    if (end === this.bytes.length && (this.offset < end || !this.isComplete)) this.markIncomplete();
    return false;
  }

  private markIncomplete(): void {
    if (this.isComplete) this.isTruncated = true;
    else this.mustReadMore = true;
  }

  /** Parses one element with its items. Returns `undefined` at the pixel data, or where the bytes end. */
  private parseElement(
    tag: number,
    end: number,
    parent: ParentContext,
    precedingElements: ReadonlyMap<number, DicomElement>,
  ): DicomElement | undefined {
    if (--this.remainingElements < 0) throw new DicomFault('too_many_elements');
    const { isExplicitVr, isLittleEndian } = parent.encoding;
    const header = isExplicitVr ? parseExplicitVr(this.view, this.offset, tag) : implicitVrOf(tag);
    const valueOffset = this.offset + header.headerBytes;
    if (valueOffset > end) {
      this.markIncomplete();
      return undefined;
    }
    const length =
      header.lengthBytes === 2
        ? this.view.getUint16(valueOffset - 2, isLittleEndian)
        : this.view.getUint32(valueOffset - 4, isLittleEndian);
    const vr = resolveValueVr(header, tag, parent.isSigned) ?? this.privateVr(tag, parent.isSigned, precedingElements);
    if (parent.depth === 0 && tag >>> 16 === PIXEL_DATA_GROUP && PIXEL_DATA.includes(tag)) {
      this.pixelData = { tag, vr, valueOffset, length };
      return undefined;
    }
    this.offset = valueOffset;
    if (length === UNDEFINED_LENGTH) return this.parseUndefinedLength(tag, vr, header, parent, end);
    return this.parseDefinedLength(tag, vr, header, length, parent, end);
  }

  /** PS3.5 7.8.1: the element (gggg,00xx) names the creator of the elements (gggg,xx00) to (gggg,xxFF). */
  private privateVr(tag: number, isSigned: boolean, precedingElements: ReadonlyMap<number, DicomElement>): string {
    const creator = precedingElements.get(tag - (tag & 0xffff) + ((tag >>> 8) & 0xff));
    if (creator === undefined || ((tag >>> 16) & 1) === 0) return 'UN';
    const name = decodeAscii(this.bytes, creator.valueOffset, creator.length).trim();
    return resolveVr(vrOfPrivate(name, tag) ?? 'UN', isSigned);
  }

  private parseDefinedLength(
    tag: number,
    vr: string,
    header: HeaderVr,
    length: number,
    parent: ParentContext,
    end: number,
  ): DicomElement | undefined {
    const valueOffset = this.offset;
    let valueEnd = valueOffset + length;
    if (valueEnd > end) {
      if (end === this.bytes.length) this.markIncomplete();
      if (this.mustReadMore) return undefined;
      valueEnd = end;
    }
    const availableBytes = valueEnd - valueOffset;
    if (vr !== 'SQ') {
      this.offset = valueEnd;
      return { tag, vr, valueOffset, length: availableBytes };
    }
    const items = this.parseItems(valueEnd, this.itemEncoding(header, parent), parent);
    this.offset = valueEnd;
    return { tag, vr, valueOffset, length: availableBytes, items };
  }

  /** PS3.5 7.5.2 and A.4: a sequence, or fragments of pixel data within an item. */
  private parseUndefinedLength(
    tag: number,
    vr: string,
    header: HeaderVr,
    parent: ParentContext,
    end: number,
  ): DicomElement | undefined {
    const valueOffset = this.offset;
    if (vr === 'SQ' || vr === 'UN') {
      const items = this.parseItems(end, this.itemEncoding(header, parent), parent);
      return { tag, vr: 'SQ', valueOffset, length: this.offset - valueOffset, items };
    }
    this.skipFragments(end, parent.encoding.isLittleEndian);
    return { tag, vr, valueOffset, length: this.offset - valueOffset };
  }

  /** PS3.5 6.2.2: a value of unknown VR is implicit little endian in any data set. */
  private itemEncoding(header: HeaderVr, parent: ParentContext): Encoding {
    return header.isUnknown ? implicitLittleEndian : parent.encoding;
  }

  private parseItems(end: number, encoding: Encoding, parent: ParentContext): DataSet[] {
    if (parent.depth >= MAX_DEPTH) throw new DicomFault('too_deep');
    const items: DataSet[] = [];
    while (this.hasHeader(end)) {
      const tag = this.tagAt(this.offset, encoding.isLittleEndian);
      if (tag === SEQUENCE_DELIMITER) {
        this.offset += 8;
        break;
      }
      if (tag !== ITEM) break;
      if (--this.remainingElements < 0) throw new DicomFault('too_many_elements');
      const length = this.view.getUint32(this.offset + 4, encoding.isLittleEndian);
      this.offset += 8;
      const itemEnd = length === UNDEFINED_LENGTH ? end : Math.min(this.offset + length, end);
      items.push(
        this.parseElements(itemEnd, {
          ...parent,
          encoding: this.detectEncoding(encoding, itemEnd),
          depth: parent.depth + 1,
        }),
      );
      if (this.mustReadMore) break;
      if (length !== UNDEFINED_LENGTH) this.offset = itemEnd;
    }
    return items;
  }

  private skipFragments(end: number, isLittleEndian: boolean): void {
    while (this.hasHeader(end)) {
      const tag = this.tagAt(this.offset, isLittleEndian);
      const length = this.view.getUint32(this.offset + 4, isLittleEndian);
      if (tag !== ITEM && tag !== SEQUENCE_DELIMITER) return;
      this.offset += 8;
      if (tag === SEQUENCE_DELIMITER) return;
      if (this.offset + length > end) {
        this.markIncomplete();
        this.offset = end;
        return;
      }
      this.offset += length;
    }
  }

  /** Detects the actual encoding: some writers put implicit items into explicit data sets, or the reverse. */
  detectEncoding(declared: Encoding, end: number): Encoding {
    if (!declared.isLittleEndian || this.offset + 8 > end) return declared;
    const group = this.view.getUint16(this.offset, true);
    if (group === DELIMITER_GROUP) return declared;
    const isExplicit = this.isLikelyExplicit(this.offset);
    if (declared.isExplicitVr) return isExplicit || this.hasLetters(this.offset) ? declared : implicitLittleEndian;
    // two letters may by chance be the length of an implicit element, unless that length exceeds the end
    const length = this.view.getUint32(this.offset + 4, true);
    return isExplicit && this.offset + 8 + length > end ? explicitLittleEndian : declared;
  }

  private isLikelyExplicit(offset: number): boolean {
    return offset + 8 <= this.bytes.length && !parseExplicitVr(this.view, offset, 0).isGuess;
  }

  private hasLetters(offset: number): boolean {
    const isLetter = (byte: number | undefined) => byte !== undefined && byte >= 0x41 && byte <= 0x5a;
    return isLetter(this.bytes[offset + 4]) && isLetter(this.bytes[offset + 5]);
  }

  private tagAt(offset: number, isLittleEndian: boolean): number {
    return this.view.getUint16(offset, isLittleEndian) * 0x10000 + this.view.getUint16(offset + 2, isLittleEndian);
  }
}

function topLevelContext(encoding: Encoding): ParentContext {
  return { encoding, characterSet: parseCharacterSet(new Uint8Array(), 0, 0), isSigned: false, depth: 0 };
}
