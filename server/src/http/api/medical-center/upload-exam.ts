import { type ExamUpload, limits, routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { parseShape } from '@medcloud/contract/parse-shape';
import { issueCode } from '@medcloud/contract/validation-codes';
import type { FastifyRequest } from 'fastify';
import type { CenterPrincipal, RequestContext } from '../../../domain/authorization/principal.ts';
import type { CenterScope } from '../../../domain/authorization/scope.ts';
import type { AppContext } from '../../../domain/core/context.ts';
import { createExam, getPatientForExam } from '../../../domain/exams/receive/create-exam.ts';
import { logRefusedUpload } from '../../../domain/exams/receive/log-refused-upload.ts';
import { deleteReceivedFile, type ReceivedFile, receiveFile } from '../../../domain/exams/receive/receive-file.ts';
import { checkQuota } from '../../../domain/uploads/check-quota.ts';
import { streamHandler } from '../../server/handler.ts';
import type { HandlerServices } from '../../server/handler-services.ts';
import { validationFault } from '../../server/parse.ts';
import { drainRequest } from '../../streams/drain-request.ts';
import { enforceMinRate } from '../../streams/enforce-min-rate.ts';
import { type Form, type FormFields, type FormFile, readForm } from '../../streams/read-form.ts';

/** A form's bytes besides the file: boundaries, headers, and fields of maximum size. */
const formOverheadBytes = 1_048_576;

/**
 * POST /api/medical-center/upload-exam. Session, role and declared length are checked before the body. The file streams
 * into the encrypted store. Fields and patient are checked as soon as they are known, in any order of the parts.
 */
export const uploadExam = streamHandler(
  routes.center.uploadExam,
  async ({ scope, request, uploadLimit, httpRequest, reply, ...services }) => {
    const context = { ...services.context, zipScanners: services.zipScanners };
    const release = await uploadLimit.acquire(scope.centerId);
    try {
      const { upload, file } = await readUpload(context, scope, request, httpRequest);
      const { exam, isRepeated } = await createExam(context, scope, request, upload, file).catch(async (error) => {
        // Unless the exam was rejected, its row may have been committed. Then only the deletion of orphan objects,
        // which checks for the row, deletes the file.
        if (isRejection(error)) await deleteReceivedFile(context, file);
        throw error;
      });
      if (isRepeated) await deleteReceivedFile(context, file);
      return reply.status(isRepeated ? 200 : 201).send(routes.center.uploadExam.reply.parse(exam));
    } catch (error) {
      if (isRejection(error)) await logRefusedUpload(context, scope, request, error);
      throw error;
    } finally {
      await release();
    }
  },
);

interface Upload {
  upload: ExamUpload;
  file: StoredFile;
}

type StoredFile = ReceivedFile & { fileName: string };

/**
 * Reads the form: parses its fields and stores its file. If it throws, nothing remains. Reports the first fault known;
 * of faults known together, the product's order decides: fields, patient, file.
 */
async function readUpload(
  context: AppContext & Pick<HandlerServices, 'zipScanners'>,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  httpRequest: FastifyRequest,
): Promise<Upload> {
  const slow = new AbortController();
  const stopWatching = enforceMinRate(httpRequest.raw, () => slow.abort(new Fault('too_slow')));
  let received: ReceivedFile | null = null;
  const receiveFormFile = async ({ bytes, name }: FormFile, before: FormFields): Promise<StoredFile | Fault> => {
    // Checks fields that precede the file before reading it, so a wrong patient costs nothing.
    const earlyFields = parseFields(before);
    const earlyIssues = earlyFields.issues.filter(({ path }) => String(path[0]) in before.fields);
    if (earlyIssues.length > 0) throw validationFault(earlyIssues);
    if (earlyFields.upload) await getPatientForExam(context, scope, earlyFields.upload);
    try {
      received = await receiveFile(context, bytes);
      return { ...received, fileName: name };
    } catch (error) {
      // Fields after the file are checked before the file's fault is reported.
      if (error instanceof Fault && fileStatuses.includes(error.status) && !earlyFields.upload) return error;
      throw error;
    }
  };
  try {
    const declaredBytes = Number(httpRequest.headers['content-length'] ?? 0);
    if (declaredBytes > limits.uploadBytes + formOverheadBytes) throw new Fault('too_large');
    await checkQuota(context, scope, request, Math.max(0, declaredBytes - formOverheadBytes));
    const form = await readForm(httpRequest, receiveFormFile, slow.signal);
    return await checkUpload(context, scope, form);
  } catch (error) {
    drainRequest(httpRequest.raw);
    if (received !== null) await deleteReceivedFile(context, received);
    throw error;
  } finally {
    stopWatching();
  }
}

/** Statuses of faults of the file itself (product, "Errors"). */
const fileStatuses = [413, 415, 422];

async function checkUpload(context: AppContext, scope: CenterScope, form: Form<StoredFile | Fault>): Promise<Upload> {
  const { file, isComplete } = form;
  const { upload, issues } = parseFields(form);
  if (!isComplete && file instanceof Fault) throw file;
  if (file === null) throw validationFault([...issues, { path: ['file'], message: issueCode('file_required') }]);
  if (!upload) throw validationFault(issues);
  if (!(file instanceof Fault)) return { upload, file };
  await getPatientForExam(context, scope, upload);
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
    .map((name) => ({ path: [name], message: issueCode('sent_twice') }));
  if (parsed.success && issues.length === 0) return { upload: parsed.data, issues };
  return { issues: parsed.success ? issues : [...issues, ...parsed.issues] };
}

function isRejection(error: unknown): error is Fault {
  return error instanceof Fault && error.code !== 'unavailable';
}
