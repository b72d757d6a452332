import { crc32 } from 'node:zlib';
import { Fault } from '@medcloud/contract/faults';
import { type DocumentKind, PREAMBLE_BYTES } from '@medcloud/dicom';
import type { ZipFile } from '../../../platform/zip/encode-zip.ts';
import type { ViewerScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import type { DownloadChoice } from '../../exams/check-download-choice.ts';
import { type ExamFile, findExamFile } from '../../exams/open-exam-file.ts';
import { isDocument } from '../../exams/receive/check-document.ts';
import { undefinedIfNotFound } from '../cache/frame-cache.ts';
import { type ContentsEntry, decodeContents } from '../index/contents.ts';
import { createInstanceReader, type FilePosition } from '../read-instance.ts';
import { nameFiles } from './name-files.ts';

/** The DICOM files and plain documents of an exam, ready to be streamed as a ZIP. */
export interface ExamContent {
  readonly files: readonly ContentFile[];
  /** Changes if the list of files may have changed. */
  readonly version: string;
  /** Returns the files with their CRC-32, to be read in their order. The caller must call `close`. */
  open(): Promise<{ files: ZipFile[]; close: () => Promise<void> }>;
}

interface ContentFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly position: FilePosition;
  readonly clearsPreamble: boolean;
}

// Part of the version: an archive with other names is a different one, which must not be resumed.
const naming = 'by content';
const zeros = Buffer.alloc(PREAMBLE_BYTES);

/**
 * Lists the DICOM files and plain documents of an exam with their positions in its original. Throws as `openExamFile`
 * does, and `content_unavailable` if the exam is not indexed yet, cannot be, or has no such file.
 */
export async function openExamContent(
  context: Pick<AppContext, 'db' | 'keys' | 'objects'>,
  scope: ViewerScope,
  choice: DownloadChoice & { examId: string },
): Promise<ExamContent> {
  const { contents, ...original } = await findExamFile(context, scope, choice);
  if (contents === null) throw new Fault('content_unavailable');
  const files = isDocument(original.content)
    ? listDocument(original, original.content)
    : listFiles(decodeContents(await readContents(context, contents)), original);
  if (files.length === 0) throw new Fault('content_unavailable');
  return { files, version: `${naming} ${contents.objectId}`, open: () => openFiles(context, original, files) };
}

/** Null if the exam was reindexed after its row was read: the next request gets the new list. */
async function readContents({ objects }: Pick<AppContext, 'objects'>, contents: ExamFile['objectKey']) {
  const encoded = await objects.readBytes(contents).catch(undefinedIfNotFound);
  if (encoded === undefined) throw new Fault('content_unavailable');
  return encoded;
}

/** A document exam is one file; its list describes the DICOM object that viewers read. */
function listDocument({ hasMarks, fileName, sizeBytes }: ExamFile, content: DocumentKind): ContentFile[] {
  if (hasMarks) return [];
  const position = {
    method: 'stored',
    dataOffset: 0,
    compressedSize: sizeBytes,
    size: sizeBytes,
    crc32: null,
  } as const;
  return nameFiles([{ name: fileName, content, sizeBytes, position, clearsPreamble: false }]);
}

function listFiles(entries: readonly ContentsEntry[], { fileName }: ExamFile): ContentFile[] {
  const files = entries.flatMap(({ name, sizeBytes, position, kind, content }) => {
    if (position === undefined) return [];
    const { clearsPreamble, ...rest } = position;
    const file = { sizeBytes, position: { ...rest, size: sizeBytes }, clearsPreamble };
    return [{ ...file, name: name || fileName, content: kind === 'other' ? (content ?? null) : ('dcm' as const) }];
  });
  return nameFiles(files);
}

async function openFiles(
  { objects }: Pick<AppContext, 'objects'>,
  { objectKey }: Pick<ExamFile, 'objectKey'>,
  files: readonly ContentFile[],
): Promise<{ files: ZipFile[]; close: () => Promise<void> }> {
  const positions = files.map(({ position }) => position);
  const reader = createInstanceReader(objects, { original: objectKey }, positions);
  const zipFiles: ZipFile[] = [];
  for (const { name, sizeBytes, position, clearsPreamble } of files) {
    const bytes = () => (clearsPreamble ? clearPreamble(reader.bytes(position)) : reader.bytes(position));
    zipFiles.push({ name, sizeBytes, crc32: position.crc32 ?? (await crcOf(bytes())), bytes: async () => bytes() });
  }
  return { files: zipFiles, close: reader.close };
}

async function* clearPreamble(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for await (const chunk of chunks) {
    const cleared = Math.min(chunk.length, Math.max(0, PREAMBLE_BYTES - offset));
    offset += chunk.length;
    if (cleared > 0) yield zeros.subarray(0, cleared);
    if (cleared < chunk.length) yield chunk.subarray(cleared);
  }
}

async function crcOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let sum = 0;
  for await (const chunk of chunks) sum = crc32(chunk, sum);
  return sum;
}
