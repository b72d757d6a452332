import { routes } from '@medcloud/contract';
import type { FastifyRequest } from 'fastify';
import { checkStillAllowed, openExamFile, type Taking } from '../../domain/exams/open-exam-file.ts';
import { fileHeaders } from '../../platform/http/security-headers.ts';
import { type Call, rawEdge } from '../edge.ts';
import { giveOut } from '../session/give-out.ts';
import { readRange } from '../session/read-range.ts';
import { whileAllowed } from '../session/while-allowed.ts';

/**
 * GET /api/download/{id}: the file as it was uploaded, as an attachment that is never rendered. Range (one range) and
 * ETag as RFC 9110 14 and 13; the trace is written before the first byte. A download that goes on from where it was cut
 * is not counted again. Four run at once for a doctor, or in a session of a center.
 */
export const download = rawEdge(routes.portal.download, async (call) => {
  const { scope, asking, downloads } = call;
  const leave = downloads.enter(scope.kind === 'doctor' ? scope.doctorId : asking.who.sessionId);
  try {
    return await giveFile(call);
  } finally {
    leave();
  }
});

async function giveFile(call: Call<typeof routes.portal.download>): Promise<unknown> {
  const { portal, scope, asking, params, request, out } = call;
  const isHead = request.method === 'HEAD';
  const file = await openExamFile(portal, scope, asking, params.id, (found) => takingOf(request, found));
  const etag = etagOf(file);
  out.headers({
    ...fileHeaders,
    etag,
    'accept-ranges': 'bytes',
    'content-type': file.content === 'zip' ? 'application/zip' : 'application/dicom',
    'content-disposition': `attachment; filename="exam_${file.examId}.${file.content}"`,
  });
  if (request.headers['if-none-match'] === etag) return out.status(304).send();
  const range = readRange(request.headers, etag, file.sizeBytes);
  if (range === 'unsatisfiable') return out.status(416).header('content-range', `bytes */${file.sizeBytes}`).send();
  const { start, end } = range ?? { start: 0, end: file.sizeBytes };
  out.status(range === null ? 200 : 206).header('content-length', end - start);
  if (range !== null) out.header('content-range', `bytes ${start}-${end - 1}/${file.sizeBytes}`);
  const bytes = isHead ? null : await portal.objects.read(file.seal, { start, end });
  // written past Fastify, which would say of a HEAD that the file has no bytes
  out.hijack();
  for (const [name, value] of Object.entries(out.getHeaders())) if (value !== undefined) out.raw.setHeader(name, value);
  out.raw.writeHead(out.statusCode);
  if (bytes === null) return out.raw.end();
  const check = () => checkStillAllowed(portal, call.authorization, scope, asking.who, file.examId);
  const checked = (chunks: AsyncIterable<Buffer>) => whileAllowed(chunks, portal.clock, check);
  await giveOut(bytes, checked, out.raw).catch((error) => {
    request.log.warn({ err: error, route: routes.portal.download.path }, 'a download ended early');
    out.raw.destroy();
  });
  return out;
}

function etagOf({ sha256 }: { sha256: string }): string {
  return `"${sha256}"`;
}

/** What the request will be given: an If-Range of other bytes, or several ranges, make the whole of a part. */
function takingOf(request: FastifyRequest, file: { sha256: string; sizeBytes: number }): Taking {
  const { headers, method } = request;
  if (method === 'HEAD' || headers['if-none-match'] === etagOf(file)) return 'nothing';
  const range = readRange(headers, etagOf(file), file.sizeBytes);
  if (range === 'unsatisfiable') return 'nothing';
  return range !== null && range.start > 0 ? 'onward' : 'anew';
}
