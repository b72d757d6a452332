import { PortalError } from '@medcloud/contract/caller';
import { uploadExam } from '@medcloud/contract/routes/medical-center';
import type { Exam } from '@medcloud/contract/shapes/exams';
import { sessionEnded, storedSession } from '../calls/session-end.ts';
import type { Upload } from './queue.ts';

/** Thrown when the upload was cancelled here. */
export class UploadCancelled extends Error {
  override readonly name = 'UploadCancelled';
}

/** Thrown when the connection broke: nothing was answered. */
export class PortalNotReached extends Error {
  override readonly name = 'PortalNotReached';
}

function formOf({ fields, file }: Upload): FormData {
  const form = new FormData();
  // Fields first: the portal then checks them before it reads the file.
  for (const [name, value] of Object.entries(fields)) if (value) form.append(name, value);
  form.append('file', file, file.name);
  return form;
}

/**
 * Uploads an exam by XMLHttpRequest, which alone tells how many bytes have gone. Fails with `PortalError` on an answer
 * that is not 2xx, `PortalNotReached` without one, `UploadCancelled` on the signal. A 401 ends the session, as anywhere.
 */
export function sendExam(upload: Upload, onSent: (bytes: number) => void, signal: AbortSignal): Promise<Exam> {
  const { promise, resolve, reject } = Promise.withResolvers<Exam>();
  const sessionId = storedSession();
  const request = new XMLHttpRequest();
  request.open(uploadExam.method, uploadExam.path);
  if (sessionId) request.setRequestHeader('authorization', `Bearer ${sessionId}`);
  request.setRequestHeader('idempotency-key', upload.idempotencyKey);
  request.upload.onprogress = ({ loaded, total }) => onSent(fileBytes(loaded, total, upload.file.size));
  request.onload = () => {
    if (request.status === 401) sessionEnded(sessionId);
    readAnswer(request).then(resolve, reject);
  };
  request.onerror = () => reject(new PortalNotReached());
  request.onabort = () => reject(new UploadCancelled());
  signal.addEventListener('abort', () => request.abort(), { once: true });
  request.send(formOf(upload));
  return promise;
}

/** Of the bytes of a form, those of its file: fields and boundaries go first. */
function fileBytes(loaded: number, total: number, size: number): number {
  return Math.max(0, Math.min(size, loaded - (total - size)));
}

async function readAnswer(request: XMLHttpRequest): Promise<Exam> {
  const { status, statusText, responseText } = request;
  if (status < 200 || status > 299) {
    throw new PortalError(status, responseText || statusText, request.getResponseHeader('retry-after'));
  }
  return uploadExam.reply.parse(JSON.parse(responseText));
}
