import { type ExamUpload, limits, routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { parseShape } from '@medcloud/contract/parse-shape';
import { sentences } from '@medcloud/contract/sentences';
import type { FastifyRequest } from 'fastify';
import type { CenterScope } from '../../../domain/authorization/scope.ts';
import type { Asking, CenterPerson } from '../../../domain/authorization/who.ts';
import { checkRoom } from '../../../domain/exams/check-room.ts';
import { keepExam, patientForExam } from '../../../domain/exams/keep-exam.ts';
import { noteRefusedUpload } from '../../../domain/exams/note-refused-upload.ts';
import { discardFile, type ReceivedFile, receiveFile } from '../../../domain/exams/receive-file.ts';
import type { Portal } from '../../../domain/portal/portal.ts';
import { rawEdge } from '../../server/edge.ts';
import { validationFault } from '../../server/parse.ts';
import { drainRequest } from '../../streams/drain-request.ts';
import { type Form, type FormFields, type FormFile, readForm } from '../../streams/read-form.ts';
import { watchRate } from '../../streams/watch-rate.ts';

/** A form's own bytes beside the file: boundaries, headers, and the fields at their largest. */
const formOverheadBytes = 1_048_576;

/**
 * POST /api/medical-center/upload-exam: session, role and declared length have been checked before the body; the file
 * streams into the sealed store; fields and patient are checked as soon as they are known, whatever the parts' order.
 */
export const uploadExam = rawEdge(
  routes.center.uploadExam,
  async ({ portal, scope, asking, uploadPlaces, request, out }) => {
    const leave = await uploadPlaces.enter(scope.centerId);
    try {
      const { upload, file } = await readUpload(portal, scope, asking, request);
      const { exam, repeated } = await keepExam(portal, scope, asking, upload, file).catch(async (error) => {
        // The row may have been committed unless it was refused: then only the sweeper, which asks for the row, removes the file.
        if (isRefusal(error)) await discardFile(portal, file);
        throw error;
      });
      if (repeated) await discardFile(portal, file);
      return out.status(repeated ? 200 : 201).send(routes.center.uploadExam.reply.parse(exam));
    } catch (error) {
      if (isRefusal(error)) await noteRefusedUpload(portal, scope, asking, error);
      throw error;
    } finally {
      await leave();
    }
  },
);

interface Upload {
  upload: ExamUpload;
  file: StoredFile;
}

type StoredFile = ReceivedFile & { fileName: string };

/**
 * The form's fields, parsed, and its file, stored; nothing of it is left when this fails. What is known first is said
 * first; of what is known together the product's order decides: fields, then the patient, then the file.
 */
async function readUpload(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  request: FastifyRequest,
): Promise<Upload> {
  const slow = new AbortController();
  const stopWatching = watchRate(request.raw, () => slow.abort(new Fault('too_slow')));
  let received: ReceivedFile | null = null;
  const takeFile = async ({ bytes, name }: FormFile, before: FormFields): Promise<StoredFile | Fault> => {
    // Fields that came first are checked before the file is read, so that a wrong patient costs nothing.
    const early = parseFields(before);
    const wrong = early.issues.filter(({ path }) => String(path[0]) in before.fields);
    if (wrong.length > 0) throw validationFault(wrong);
    if (early.upload) await patientForExam(portal, scope, early.upload);
    try {
      received = await receiveFile(portal, bytes);
      return { ...received, fileName: name };
    } catch (error) {
      // the fields behind the file are judged before it
      if (error instanceof Fault && fileStatuses.includes(error.status) && !early.upload) return error;
      throw error;
    }
  };
  try {
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > limits.uploadBytes + formOverheadBytes) throw new Fault('too_large');
    await checkRoom(portal, scope, asking, Math.max(0, declared - formOverheadBytes));
    const form = await readForm(request, takeFile, slow.signal);
    return await judge(portal, scope, form);
  } catch (error) {
    drainRequest(request.raw);
    if (received !== null) await discardFile(portal, received);
    throw error;
  } finally {
    stopWatching();
  }
}

/** What a file itself is refused with (product, "Errors"). */
const fileStatuses = [413, 415, 422];

async function judge(portal: Portal, scope: CenterScope, form: Form<StoredFile | Fault>): Promise<Upload> {
  const { file, isWhole } = form;
  const { upload, issues } = parseFields(form);
  if (!isWhole && file instanceof Fault) throw file;
  if (file === null) throw validationFault([...issues, { path: ['file'], message: sentences.fileRequired }]);
  if (!upload) throw validationFault(issues);
  if (!(file instanceof Fault)) return { upload, file };
  await patientForExam(portal, scope, upload);
  throw file;
}

interface ParsedFields {
  upload?: ExamUpload;
  issues: { path: PropertyKey[]; message: string }[];
}

function parseFields({ fields, repeated }: FormFields): ParsedFields {
  const shape = routes.center.uploadExam.form;
  const parsed = parseShape(shape, fields);
  const issues = repeated
    .filter((name) => name in shape.shape)
    .map((name) => ({ path: [name], message: sentences.givenTwice }));
  if (parsed.success && issues.length === 0) return { upload: parsed.data, issues };
  return { issues: parsed.success ? issues : [...issues, ...parsed.issues] };
}

function isRefusal(error: unknown): error is Fault {
  return error instanceof Fault && error.code !== 'unavailable';
}
