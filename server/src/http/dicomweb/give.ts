import type { DownloadEnd } from '../../domain/exams/note-download-ended.ts';
import { checkStillAllowed } from '../../domain/exams/open-exam-file.ts';
import { counted } from '../server/counted.ts';
import { fileHeaders } from '../server/security-headers.ts';
import { giveOut } from '../streams/give-out.ts';
import { matchesEtag } from '../streams/matches-etag.ts';
import { whileAllowed } from '../streams/while-allowed.ts';
import type { DicomWebCall } from './call.ts';

/** An answer of bytes. */
export interface Given {
  /** The exam whose bytes they are, asked again while they flow; null for a short answer about many. */
  readonly examId: string | null;
  readonly status?: 200 | 206;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly etag?: string;
  /** Null where nobody knows before. */
  readonly sizeBytes: number | null;
  /** Each piece may last only until the next but one is asked for. */
  readonly bytes: () => Promise<AsyncIterable<Uint8Array>>;
  /** Of a download: told once the answer is over. */
  readonly ended?: ((end: DownloadEnd) => Promise<void>) | undefined;
}

/**
 * Gives bytes out as they are read, and stops where they may no longer be read. A tag that the client has is answered with
 * 304, and a HEAD with the headers alone.
 */
export async function give(call: DicomWebCall, given: Given): Promise<unknown> {
  const { request, out } = call;
  out.headers({ ...fileHeaders, vary: varies, ...given.headers });
  if (given.etag !== undefined) out.header('etag', given.etag);
  if (given.etag !== undefined && matchesEtag(request.headers['if-none-match'], given.etag))
    return out.status(304).send();
  if (given.sizeBytes !== null) out.header('content-length', given.sizeBytes);
  // opened before the first header leaves, so that what fails at once still says so
  const bytes = request.method === 'HEAD' ? null : await given.bytes();
  out.hijack();
  for (const [name, value] of Object.entries(out.getHeaders())) if (value !== undefined) out.raw.setHeader(name, value);
  out.raw.writeHead(given.status ?? 200);
  if (bytes === null) return out.raw.end();
  await stream(call, given, bytes);
  return out;
}

const varies = 'accept, accept-encoding, origin, authorization, cookie';

async function stream(call: DicomWebCall, { examId, ended }: Given, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const { portal, scope, asking, request, out } = call;
  const check = async () => {
    if (examId !== null) await checkStillAllowed(portal, call.authorization, scope, asking.who, examId);
  };
  const end = { bytes: 0, complete: true };
  const checked = (chunks: typeof bytes) => whileAllowed(chunks, portal.clock, check);
  const count = (length: number) => {
    end.bytes += length;
  };
  try {
    await giveOut(
      bytes,
      (chunks) => (ended === undefined ? checked(chunks) : counted(checked(chunks), count)),
      out.raw,
    );
  } catch (error) {
    end.complete = out.raw.writableEnded;
    if (!end.complete) {
      request.log.warn({ err: error, route: request.routeOptions.url }, 'an answer ended early');
      out.raw.destroy();
    }
  }
  await ended?.(end);
}
