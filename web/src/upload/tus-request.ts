import { PortalError } from '@medcloud/contract/caller';
import { sessionEnded, storedSession } from '../calls/client/session-end.ts';
import { PortalNotReached, UploadCancelled } from './upload-faults.ts';

export interface Answer {
  status: number;
  text: string;
  header: (name: string) => string | null;
}

interface Sending {
  body?: Blob;
  sent?: (bytes: number) => void;
  signal?: AbortSignal;
}

/**
 * One request of tus by XMLHttpRequest, which alone tells how many bytes have gone. Fails with `PortalError` on an answer
 * that is not 2xx, `PortalNotReached` without one, `UploadCancelled` on the signal. A 401 ends the session, as anywhere.
 */
export function askPortal(
  method: string,
  path: string,
  headers: Record<string, string>,
  { body, sent, signal }: Sending = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  if (signal?.aborted) return Promise.reject(new UploadCancelled());
  const sessionId = storedSession();
  const request = new XMLHttpRequest();
  request.open(method, path);
  request.setRequestHeader('tus-resumable', '1.0.0');
  if (sessionId) request.setRequestHeader('authorization', `Bearer ${sessionId}`);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  if (sent) request.upload.onprogress = ({ loaded }) => sent(loaded);
  request.onload = () => {
    const { status, statusText, responseText } = request;
    if (status === 401) sessionEnded(sessionId);
    const header = (name: string) => request.getResponseHeader(name);
    if (status >= 200 && status < 300) resolve({ status, text: responseText, header });
    else reject(new PortalError(status, responseText || statusText, header('retry-after')));
  };
  request.onerror = () => reject(new PortalNotReached());
  const abort = () => request.abort();
  request.onabort = () => reject(new UploadCancelled());
  signal?.addEventListener('abort', abort, { once: true });
  request.send(body ?? null);
  return promise.finally(() => signal?.removeEventListener('abort', abort));
}
