import type { ExamContent } from '../../../domain/imaging/download/open-exam-content.ts';
import { closeAfter, streamRange, totalBytes } from '../../../platform/zip/body-chunks.ts';
import { encodeZip } from '../../../platform/zip/encode-zip.ts';
import type { ByteSpan } from '../parse-range.ts';
import type { FileFacts } from './plan-download.ts';

/** The ZIP of an exam's files: its length is known before any file is read. */
export interface ExamArchive extends Omit<FileFacts, 'examId'> {
  readonly content: ExamContent;
}

export function createArchive(content: ExamContent): ExamArchive {
  const unread = content.files.map((file) => ({ ...file, crc32: 0, bytes: readNothing }));
  return { content, etag: `"${content.version}"`, sizeBytes: totalBytes(encodeZip(unread)) };
}

async function readNothing(): Promise<never> {
  throw new Error('The file is only measured.');
}

/** Opens the archive's files and returns the bytes of a span of the ZIP. They must be read, or closed. */
export async function openArchive({ content }: ExamArchive, span: ByteSpan): Promise<AsyncIterable<Uint8Array>> {
  const { files, close } = await content.open();
  return closeAfter(streamRange(encodeZip(files), span.start, span.end), close);
}
