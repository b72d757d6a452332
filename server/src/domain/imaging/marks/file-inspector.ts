import type { FileMark } from '@medcloud/contract/choices';
import {
  DOCUMENT_TAIL_BYTES,
  type DocumentKind,
  isCompleteDocument,
  type RandomAccess,
  sniffContent,
  sniffDocument,
  sniffExecutable,
} from '@medcloud/dicom';
import { hasActivePdfContent } from './has-active-pdf-content.ts';
import { inspectCompoundFile, inspectZip, isCompoundFile } from './inspect-office-file.ts';
import { InspectionBudget } from './inspection-budget.ts';

// PS3.6 table A-1: Encapsulated PDF Storage.
const encapsulatedPdf = '1.2.840.10008.5.1.4.1.1.104.1';
const richText = '{\\rtf';
const embeddedObject = '\\objdata';

/** What inspecting found about a file that is not a DICOM image. */
export interface Inspection {
  readonly mark: FileMark | null;
  /** The kind of a complete PDF, JPEG or PNG without a mark, which is part of the download of an exam; else null. */
  readonly document: DocumentKind | null;
}

/** Inspects the files of one exam for what they could start on a reader's computer. */
export class FileInspector {
  readonly #budget = new InspectionBudget();

  /** Inspects a file that is not DICOM. `prefix` are its first bytes (`SNIFF_BYTES`). */
  async inspectOther(access: RandomAccess, prefix: Uint8Array): Promise<Inspection> {
    const kind = sniffDocument(prefix);
    if (kind === null) return { mark: await this.#findMark(access, prefix), document: null };
    const { sizeBytes } = access;
    const tail = await access.read(Math.max(0, sizeBytes - DOCUMENT_TAIL_BYTES), sizeBytes);
    // truncated, or two formats in one file
    if (!isCompleteDocument(kind, tail)) return { mark: 'unchecked', document: null };
    const mark = kind === 'pdf' ? await this.#inspectPdf(access) : null;
    return { mark, document: mark === null ? kind : null };
  }

  /** Inspects a DICOM instance: one that contains a PDF is inspected like it. A deflated one is not read. */
  async inspectInstance(
    access: RandomAccess,
    { sopClass, deflatedFrom }: { sopClass: string; deflatedFrom: number | null },
  ): Promise<FileMark | null> {
    if (sopClass !== encapsulatedPdf) return null;
    return deflatedFrom === null ? await this.#inspectPdf(access) : 'unchecked';
  }

  async #findMark(access: RandomAccess, prefix: Uint8Array): Promise<FileMark | null> {
    const executable = sniffExecutable(prefix);
    if (executable !== null) return executable;
    if (sniffContent(prefix) === 'zip') return await inspectZip(access);
    const isRichText = Buffer.from(prefix.subarray(0, richText.length)).toString('latin1') === richText;
    if (!isCompoundFile(prefix) && !isRichText) return null;
    const bytes = await this.#readAll(access);
    if (bytes === null) return 'unchecked';
    if (isRichText) return bytes.includes(embeddedObject) ? 'active-document' : null;
    return inspectCompoundFile(bytes);
  }

  async #inspectPdf(access: RandomAccess): Promise<FileMark | null> {
    const bytes = await this.#readAll(access);
    const isActive = bytes === null ? 'unknown' : hasActivePdfContent(bytes, this.#budget);
    if (isActive === 'unknown') return 'unchecked';
    return isActive ? 'active-document' : null;
  }

  /** Reads a file that fits into memory; null for a longer one. */
  async #readAll(access: RandomAccess): Promise<Buffer | null> {
    if (access.sizeBytes > this.#budget.remainingBytes || !this.#budget.spend(access.sizeBytes)) return null;
    const bytes = await access.read(0, access.sizeBytes);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }
}
