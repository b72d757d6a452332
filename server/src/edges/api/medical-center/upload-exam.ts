import { limits, routes } from '@medcloud/contract';
import { Fault, fieldFault } from '@medcloud/contract/faults';
import { sentences } from '@medcloud/contract/sentences';
import { keepExam, patientForExam } from '../../../domain/exams/keep-exam.ts';
import { discardFile, type ReceivedFile, receiveFile } from '../../../domain/exams/receive-file.ts';
import { parseInput } from '../../../platform/http/parse.ts';
import { rawEdge } from '../../edge.ts';
import { drainRequest } from '../../session/drain-request.ts';
import { readForm } from '../../session/read-form.ts';
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
    const shape = routes.center.uploadExam.form;
    const declared = Number(request.headers['content-length'] ?? 0);
    const leave = uploads.enter(scope.centerId);
    const slow = new AbortController();
    const stopWatching = watchRate(request.raw, () => slow.abort(new Fault('too_slow')));
    let received: ReceivedFile | null = null;
    try {
      if (declared > limits.uploadBytes + formOverheadBytes) throw new Fault('too_large');
      const form = await readForm(
        request,
        async (file, fieldsSoFar) => {
          // Fields that came first are checked before the file is read, so that a wrong patient costs nothing.
          const early = shape.safeParse(fieldsSoFar);
          if (early.success) await patientForExam(portal, scope, early.data);
          received = await receiveFile(portal, file.bytes);
          return { file: received, fileName: file.name };
        },
        slow.signal,
      );
      if (form.file === null) throw fieldFault('file', sentences.fileRequired);
      const upload = parseInput(shape, form.fields);
      const { exam, repeated } = await keepExam(portal, scope, asking, upload, {
        ...form.file.file,
        fileName: form.file.fileName,
      });
      if (repeated) await discardFile(portal, form.file.file);
      return out.status(repeated ? 200 : 201).send(routes.center.uploadExam.reply.parse(exam));
    } catch (error) {
      drainRequest(request.raw);
      if (received !== null) await discardFile(portal, received);
      throw error;
    } finally {
      stopWatching();
      leave();
    }
  },
);
