import { ApiError } from '@medcloud/contract/api-client';
import { endSession, readStoredSession } from '../calls/client/stored-session.ts';
import { ServerUnreachableError, UploadCanceledError } from './upload-errors.ts';

export interface TusResponse {
  status: number;
  text: string;
  header: (name: string) => string | null;
}

interface TusRequestOptions {
  body?: Blob;
  onProgress?: (bytes: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends one tus request by XMLHttpRequest, because `fetch` reports no upload progress. Rejects with `ApiError` if the
 * response is not 2xx, `ServerUnreachableError` without a response, `UploadCanceledError` when the signal aborts.
 * A 401 ends the session, as in every request.
 */
export function sendTusRequest(
  method: string,
  path: string,
  headers: Record<string, string>,
  { body, onProgress, signal }: TusRequestOptions = {},
): Promise<TusResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<TusResponse>();
  if (signal?.aborted) return Promise.reject(new UploadCanceledError());
  const sessionId = readStoredSession();
  const request = new XMLHttpRequest();
  request.open(method, path);
  request.setRequestHeader('tus-resumable', '1.0.0');
  if (sessionId) request.setRequestHeader('authorization', `Bearer ${sessionId}`);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  if (onProgress) request.upload.onprogress = ({ loaded }) => onProgress(loaded);
  request.onload = () => {
    const { status, statusText, responseText } = request;
    if (status === 401) endSession(sessionId);
    const header = (name: string) => request.getResponseHeader(name);
    if (status >= 200 && status < 300) resolve({ status, text: responseText, header });
    else reject(new ApiError(status, responseText || statusText, header('retry-after')));
  };
  request.onerror = () => reject(new ServerUnreachableError());
  const abort = () => request.abort();
  request.onabort = () => reject(new UploadCanceledError());
  signal?.addEventListener('abort', abort, { once: true });
  request.send(body ?? null);
  return promise.finally(() => signal?.removeEventListener('abort', abort));
}
