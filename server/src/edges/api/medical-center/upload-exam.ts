import { type ExamUpload, limits, routes } from '@medcloud/contract';
import { Fault, fieldFault } from '@medcloud/contract/faults';
import { sentences } from '@medcloud/contract/sentences';
import type { FastifyRequest } from 'fastify';
import type { CenterScope } from '../../../domain/authorization/scope.ts';
import { keepExam, patientForExam } from '../../../domain/exams/keep-exam.ts';
import { discardFile, type ReceivedFile, receiveFile } from '../../../domain/exams/receive-file.ts';
import type { Portal } from '../../../domain/portal/portal.ts';
import { parseInput } from '../../../platform/http/parse.ts';
import { rawEdge } from '../../edge.ts';
import { drainRequest } from '../../session/drain-request.ts';
import { type FormFile, readForm } from '../../session/read-form.ts';
import { watchRate } from '../../session/watch-rate.ts';

/** A form's own bytes beside the file: boundaries, headers, and the fields at their largest. */
const formOverheadBytes = 1_048_576;

/**
 * POST /api/medical-center/upload-exam: session, role and declared length have been checked before the body; the file
 * streams into the sealed store; fields and patient are checked as soon as they are known, whatever the parts' order.
 */
export const uploadExam = rawEdge(
  routes.center.uploadExam,
  async ({ portal, scope, asking, uploads, request, out }) => {
    const leave = uploads.enter(scope.centerId);
    try {
      const { upload, file } = await readUpload(portal, scope, request);
      const { exam, repeated } = await keepExam(portal, scope, asking, upload, file).catch(async (error) => {
        // The row may have been committed unless it was refused: then only the sweeper, which asks for the row, removes the file.
        if (isRefusal(error)) await discardFile(portal, file);
        throw error;
      });
      if (repeated) await discardFile(portal, file);
      return out.status(repeated ? 200 : 201).send(routes.center.uploadExam.reply.parse(exam));
    } finally {
      leave();
    }
  },
);

interface Upload {
  upload: ExamUpload;
  file: ReceivedFile & { fileName: string };
}

/** The form's fields, parsed, and its file, stored; nothing of it is left when this fails. */
async function readUpload(portal: Portal, scope: CenterScope, request: FastifyRequest): Promise<Upload> {
  const slow = new AbortController();
  const stopWatching = watchRate(request.raw, () => slow.abort(new Fault('too_slow')));
  const shape = routes.center.uploadExam.form;
  let received: ReceivedFile | null = null;
  const takeFile = async ({ bytes, name }: FormFile, fieldsSoFar: Record<string, string>) => {
    // Fields that came first are checked before the file is read, so that a wrong patient costs nothing.
    const early = shape.safeParse(fieldsSoFar);
    if (early.success) await patientForExam(portal, scope, early.data);
    received = await receiveFile(portal, bytes);
    return { ...received, fileName: name };
  };
  try {
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > limits.uploadBytes + formOverheadBytes) throw new Fault('too_large');
    const { file, fields } = await readForm(request, takeFile, slow.signal);
    if (file === null) throw fieldFault('file', sentences.fileRequired);
    return { upload: parseInput(shape, fields), file };
  } catch (error) {
    drainRequest(request.raw);
    if (received !== null) await discardFile(portal, received);
    throw error;
  } finally {
    stopWatching();
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Fault && error.code !== 'unavailable';
}
