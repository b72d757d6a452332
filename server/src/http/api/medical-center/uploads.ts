import { routes, uploadMetadata } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { fillPath } from '@medcloud/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logRefusedUpload } from '../../../domain/exams/receive/log-refused-upload.ts';
import { acquireUpload, type UploadLock, uploadBusyFault } from '../../../domain/uploads/acquire-upload.ts';
import { cancelUpload as cancel } from '../../../domain/uploads/cancel-upload.ts';
import { checkLength, createUpload as create } from '../../../domain/uploads/create-upload.ts';
import { getUpload, listUploads } from '../../../domain/uploads/get-upload.ts';
import { type PartResult, receivePart } from '../../../domain/uploads/receive-part.ts';
import { type Call, handler, streamHandler } from '../../server/handler.ts';
import { parseInput } from '../../server/parse.ts';
import { drainRequest } from '../../streams/drain-request.ts';
import { enforceMinRate } from '../../streams/enforce-min-rate.ts';
import { readPart } from '../../streams/read-part.ts';
import {
  checkTusVersion,
  parseBytesHeader,
  parseChecksum,
  parseUploadMetadata,
  tusOptionsHeaders,
} from '../../streams/tus.ts';

/**
 * POST /api/medical-center/uploads: tus creation. Checks the size limit, then the fields, the patient and the plan
 * before any byte arrives.
 */
export const createUpload = streamHandler(
  routes.center.beginUpload,
  async ({ context, scope, request, httpRequest, reply }) => {
    checkTusVersion(httpRequest, reply);
    try {
      const lengthBytes = parseBytesHeader(httpRequest, 'upload-length');
      checkLength(lengthBytes);
      const metadata = parseInput(uploadMetadata, parseUploadMetadata(httpRequest));
      const { id } = await create(context, scope, request, lengthBytes, metadata);
      return reply.status(201).header('location', fillPath(routes.center.upload.path, { id })).send();
    } catch (error) {
      // Another center's patient is recorded as a denial elsewhere.
      const isLoggedElsewhere = error instanceof Fault && (error.code === 'unavailable' || error.status === 404);
      if (error instanceof Fault && !isLoggedElsewhere) await logRefusedUpload(context, scope, request, error);
      throw error;
    }
  },
);

/** GET /api/medical-center/uploads: lists the uploads that a reloaded page can resume. */
export const openUploads = handler(routes.center.openUploads, ({ context, scope }) => listUploads(context, scope));

/**
 * GET and HEAD /api/medical-center/uploads/{id}. tus clients send HEAD to learn the offset; it ends a running part at
 * the bytes received so far.
 */
export const upload = streamHandler(routes.center.upload, async (call) => {
  const { context, scope, params, httpRequest, reply } = call;
  checkTusVersion(httpRequest, reply);
  if (httpRequest.method === 'HEAD') await (await acquireUpload(context, scope, params.id)).release();
  const shown = await getUpload(context, scope, params.id);
  const isOver = shown.state === 'rejected' || shown.state === 'aborted';
  if (httpRequest.method === 'HEAD' && isOver) throw new Fault('upload_over');
  reply.header('upload-length', shown.length).header('upload-offset', shown.offset);
  if (shown.exam) setStoredHeaders(reply, { examId: shown.exam.id, sha256: shown.exam.sha256 });
  else if (!isOver) reply.header('upload-expires', new Date(shown.expiresAt).toUTCString());
  return reply.header('cache-control', 'no-store').send(routes.center.upload.reply.parse(shown));
});

/**
 * PATCH /api/medical-center/uploads/{id}: receives a part and encrypts it as it arrives. The 204 confirms that the
 * bytes are durable; after the last part, that the exam is stored.
 */
export const sendPart = streamHandler(routes.center.sendPart, async (call) => {
  const { context, scope, params, uploadLimit, httpRequest, reply } = call;
  try {
    checkTusVersion(httpRequest, reply);
    const lock = await acquireUpload(context, scope, params.id);
    try {
      if (httpRequest.headers['content-type'] !== 'application/offset+octet-stream')
        throw new Fault('unsupported_media');
      const release = await uploadLimit.acquire(scope.centerId);
      const { offset, result } = await receiveBytes(call, lock).finally(release);
      if (result) setStoredHeaders(reply, result);
      return reply.status(204).header('upload-offset', offset).send();
    } finally {
      await lock.release();
    }
  } catch (error) {
    drainRequest(httpRequest.raw);
    throw error;
  }
});

/**
 * Receives a part's bytes. The minimum rate of the form route applies here too, instead of a request timeout (security
 * 2.6).
 */
async function receiveBytes(call: Call<typeof routes.center.sendPart>, lock: UploadLock): Promise<PartResult> {
  const { scope, request, httpRequest } = call;
  const context = { ...call.context, zipScanners: call.zipScanners };
  const { contentionSignal } = lock;
  const stop = new AbortController();
  const abort = () => stop.abort(uploadBusyFault());
  if (contentionSignal.aborted) abort();
  contentionSignal.addEventListener('abort', abort, { once: true });
  const stopWatching = enforceMinRate(httpRequest.raw, () => stop.abort(new Fault('too_slow')));
  try {
    return await receivePart(context, scope, request, lock, {
      offset: parseBytesHeader(httpRequest, 'upload-offset'),
      sizeBytes: declaredBytes(httpRequest),
      checksum: parseChecksum(httpRequest),
      bytes: readPart(httpRequest.raw, stop.signal),
    });
  } finally {
    stopWatching();
    contentionSignal.removeEventListener('abort', abort);
  }
}

function declaredBytes(httpRequest: FastifyRequest): number | null {
  const declared = httpRequest.headers['content-length'];
  return declared === undefined ? null : Number(declared);
}

/** DELETE /api/medical-center/uploads/{id}: tus termination. */
export const cancelUpload = streamHandler(
  routes.center.endUpload,
  async ({ context, scope, request, params, httpRequest, reply }) => {
    checkTusVersion(httpRequest, reply);
    const lock = await acquireUpload(context, scope, params.id);
    try {
      await cancel(context, scope, request, lock.row);
    } finally {
      await lock.release();
    }
    return reply.status(204).send();
  },
);

/** Sets the headers by which the client learns the exam's id and checks the SHA-256 of the bytes. */
function setStoredHeaders(reply: FastifyReply, { examId, sha256 }: NonNullable<PartResult['result']>): void {
  reply.header('upload-exam-id', examId).header('upload-sha256', sha256);
}

/** Registers OPTIONS, which lists the supported tus features for any client. */
export function registerTusOptions(app: FastifyInstance): void {
  app.options(routes.center.beginUpload.path, async (_, reply) => reply.status(204).headers(tusOptionsHeaders).send());
}
