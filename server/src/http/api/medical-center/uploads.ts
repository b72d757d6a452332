import { routes, uploadMetadata } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { fillPath } from '@medcloud/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noteRefusedUpload } from '../../../domain/exams/note-refused-upload.ts';
import { beginUpload as begin, checkLength } from '../../../domain/uploads/begin-upload.ts';
import { endUpload as end } from '../../../domain/uploads/end-upload.ts';
import { type HeldUpload, holdUpload, uploadBusy } from '../../../domain/uploads/hold-upload.ts';
import { listUploads, lookUpUpload } from '../../../domain/uploads/look-up.ts';
import { type PartTaken, receivePart } from '../../../domain/uploads/receive-part.ts';
import { type Call, edge, rawEdge } from '../../server/edge.ts';
import { parseInput } from '../../server/parse.ts';
import { drainRequest } from '../../streams/drain-request.ts';
import { readPart } from '../../streams/read-part.ts';
import { readBytesHeader, readChecksum, readMetadata, speakTus, tusOffer } from '../../streams/tus.ts';
import { watchRate } from '../../streams/watch-rate.ts';

/** POST /api/medical-center/uploads: tus creation. The exact limit, then the fields, the patient and the plan, before a byte comes. */
export const beginUpload = rawEdge(routes.center.beginUpload, async ({ portal, scope, asking, request, out }) => {
  speakTus(request, out);
  try {
    const lengthBytes = readBytesHeader(request, 'upload-length');
    checkLength(lengthBytes);
    const metadata = parseInput(uploadMetadata, readMetadata(request));
    const { id } = await begin(portal, scope, asking, lengthBytes, metadata);
    return out.status(201).header('location', fillPath(routes.center.upload.path, { id })).send();
  } catch (error) {
    // a patient who is not the center's is a denial like any other
    const isTold = error instanceof Fault && (error.code === 'unavailable' || error.status === 404);
    if (error instanceof Fault && !isTold) await noteRefusedUpload(portal, scope, asking, error);
    throw error;
  }
});

/** GET /api/medical-center/uploads: what a page that was loaded again offers to go on with. */
export const openUploads = edge(routes.center.openUploads, ({ portal, scope }) => listUploads(portal, scope));

/** GET and HEAD /api/medical-center/uploads/{id}. HEAD is tus's question where to go on: a part under way ends with what has come. */
export const upload = rawEdge(routes.center.upload, async (call) => {
  const { portal, scope, params, request, out } = call;
  speakTus(request, out);
  if (request.method === 'HEAD') await (await holdUpload(portal, scope, params.id)).release();
  const shown = await lookUpUpload(portal, scope, params.id);
  const isOver = shown.state === 'rejected' || shown.state === 'aborted';
  if (request.method === 'HEAD' && isOver) throw new Fault('upload_over');
  out.header('upload-length', shown.length).header('upload-offset', shown.offset);
  if (shown.exam) sayStored(out, { examId: shown.exam.id, sha256: shown.exam.sha256 });
  else if (!isOver) out.header('upload-expires', new Date(shown.expiresAt).toUTCString());
  return out.header('cache-control', 'no-store').send(routes.center.upload.reply.parse(shown));
});

/** PATCH /api/medical-center/uploads/{id}: a part, sealed as it comes. Its 204 says that the bytes are durable; the last one’s, that the exam is kept. */
export const sendPart = rawEdge(routes.center.sendPart, async (call) => {
  const { portal, scope, params, uploadPlaces, request, out } = call;
  try {
    speakTus(request, out);
    const held = await holdUpload(portal, scope, params.id);
    try {
      if (request.headers['content-type'] !== 'application/offset+octet-stream') throw new Fault('unsupported_media');
      const leave = await uploadPlaces.enter(scope.centerId);
      const { offset, stored } = await takePart(call, held).finally(leave);
      if (stored) sayStored(out, stored);
      return out.status(204).header('upload-offset', offset).send();
    } finally {
      await held.release();
    }
  } catch (error) {
    drainRequest(request.raw);
    throw error;
  }
});

/** The minimum rate of the form's route holds here too, in place of a limit on the request's time (security 2.6). */
async function takePart(call: Call<typeof routes.center.sendPart>, held: HeldUpload): Promise<PartTaken> {
  const { portal, scope, asking, request } = call;
  const { wanted } = held;
  const stop = new AbortController();
  const giveUp = () => stop.abort(uploadBusy());
  if (wanted.aborted) giveUp();
  wanted.addEventListener('abort', giveUp, { once: true });
  const stopWatching = watchRate(request.raw, () => stop.abort(new Fault('too_slow')));
  try {
    return await receivePart(portal, scope, asking, held, {
      offset: readBytesHeader(request, 'upload-offset'),
      sizeBytes: declaredBytes(request),
      checksum: readChecksum(request),
      bytes: readPart(request.raw, stop.signal),
    });
  } finally {
    stopWatching();
    wanted.removeEventListener('abort', giveUp);
  }
}

function declaredBytes(request: FastifyRequest): number | null {
  const declared = request.headers['content-length'];
  return declared === undefined ? null : Number(declared);
}

/** DELETE /api/medical-center/uploads/{id}: tus termination. */
export const endUpload = rawEdge(routes.center.endUpload, async ({ portal, scope, asking, params, request, out }) => {
  speakTus(request, out);
  const held = await holdUpload(portal, scope, params.id);
  try {
    await end(portal, scope, asking, held.row);
  } finally {
    await held.release();
  }
  return out.status(204).send();
});

/** How a client that has sent it knows: which exam it is, and that the bytes are the same. */
function sayStored(out: FastifyReply, { examId, sha256 }: NonNullable<PartTaken['stored']>): void {
  out.header('upload-exam-id', examId).header('upload-sha256', sha256);
}

/** OPTIONS says to any client what is offered, and nothing else. */
export function serveTusOptions(app: FastifyInstance): void {
  app.options(routes.center.beginUpload.path, async (_, reply) => reply.status(204).headers(tusOffer).send());
}
