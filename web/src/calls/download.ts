import { ApiError } from '@medcloud/contract/api-client';
import type { FaultCode } from '@medcloud/contract/faults';
import { fillPath } from '@medcloud/contract/route';
import { download } from '@medcloud/contract/routes/portal';
import { useText } from '../text/language.tsx';
import { useErrorMessage } from '../text/use-error-message.ts';
import { useToast } from '../ui/feedback/toast.tsx';
import { api } from './client/api.ts';
import { endSession } from './client/stored-session.ts';

/** Faults whose message would not help the user: the specification's own text is shown. */
const codesWithoutMessage: readonly (FaultCode | undefined)[] = [undefined, 'not_found', 'internal'];

/** A file that the server offers for download. */
export interface DownloadFile {
  readonly address: string;
  /** The file name if the server sends none. */
  readonly name: string;
  /** Requests the file as a normal call, so a refusal has a message. */
  readonly request: () => Promise<Response>;
}

/** An exam's id, a function that gets one, or another file. */
type DownloadSource = string | (() => Promise<string>) | DownloadFile;

/**
 * Returns a function that starts a download in the browser, which streams it to disk: 500 MB must not pass through the
 * page's memory. Only the cookie authorizes that request, so a HEAD request with only the cookie comes first. Resolves
 * to whether the download has started.
 */
export function useDownload(): (source: DownloadSource) => Promise<boolean> {
  const toast = useToast();
  const t = useText('exams.originals');
  const errorMessage = useErrorMessage();
  return async (source) => {
    try {
      const file = await resolveFile(source);
      await checkDownload(file);
      startDownload(file);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) endSession();
      const message =
        error instanceof ApiError && !codesWithoutMessage.includes(error.code) ? errorMessage(error.issue) : undefined;
      toast({ variant: 'danger', title: t('failed'), text: message ?? t('failedText'), isShownInPage: true });
      return false;
    }
    toast({ title: t('started'), text: t('startedText') });
    return true;
  };
}

async function resolveFile(source: DownloadSource): Promise<DownloadFile> {
  if (typeof source === 'object') return source;
  return originalOf(typeof source === 'string' ? source : await source());
}

/** Returns an exam's original file, as it was uploaded. `confirm` is what the person has confirmed. */
export function originalOf(examId: string, confirm?: 'yes' | 'infected'): DownloadFile {
  return examFileOf(examId, confirm === undefined ? {} : { confirm });
}

/** Returns the DICOM files and plain documents of an exam as a ZIP. */
export function examContentOf(examId: string): DownloadFile {
  return examFileOf(examId, { content: 'exam' });
}

function examFileOf(examId: string, query: { content?: 'exam'; confirm?: 'yes' | 'infected' }): DownloadFile {
  const params = { id: examId };
  const search = new URLSearchParams(query).toString();
  return {
    address: fillPath(download.path, params) + (search && `?${search}`),
    name: `exam_${examId}`, // the server's Content-Disposition adds the extension
    request: () => api.send(download, { params, query }),
  };
}

/**
 * Throws the error that the download would cause. A HEAD response has no body, so a second request, a GET, reads the
 * reason.
 */
async function checkDownload(file: DownloadFile): Promise<void> {
  const head = await fetch(file.address, { method: 'HEAD', credentials: 'same-origin', cache: 'no-store' });
  if (head.ok) return;
  const response = await file.request();
  await response.body?.cancel();
  throw new Error(`download failed with status ${head.status}`);
}

function startDownload(file: DownloadFile): void {
  const link = document.createElement('a');
  link.href = file.address;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
}
