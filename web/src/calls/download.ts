import { ApiError } from '@medcloud/contract/api-client';
import type { FaultCode } from '@medcloud/contract/faults';
import { fillPath } from '@medcloud/contract/route';
import { download } from '@medcloud/contract/routes/portal';
import { downloadText } from '../text/download.ts';
import { useText } from '../text/language.tsx';
import { useErrorMessage } from '../text/use-error-message.ts';
import { useToast } from '../ui/feedback/toast.tsx';
import { api } from './client/api.ts';
import { endSession } from './client/stored-session.ts';

/** Faults that say nothing one could act on: for them the specification's own sentence stands. */
const codesWithoutMessage: readonly (FaultCode | undefined)[] = [undefined, 'not_found', 'internal'];

/** A file that the portal hands out. */
export interface DownloadFile {
  readonly address: string;
  /** What the browser calls it where the portal does not say. */
  readonly name: string;
  /** Asks for it as a call does, so that a refusal says why. */
  readonly request: () => Promise<Response>;
}

/** An exam's id, or the call that learns it, or another file. */
type DownloadSource = string | (() => Promise<string>) | DownloadFile;

/**
 * Hands an exam's file to the browser, which streams it to disk: 500 MB must not pass through the page's memory. The
 * cookie alone authorizes that, so a HEAD request with the cookie alone asks first. True once the download has begun.
 */
export function useDownload(): (source: DownloadSource) => Promise<boolean> {
  const toast = useToast();
  const t = useText(downloadText);
  const errorMessage = useErrorMessage();
  return async (source) => {
    try {
      const file = await resolveFile(source);
      await checkDownload(file);
      startDownload(file);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) endSession();
      const message =
        error instanceof ApiError && !codesWithoutMessage.includes(error.code)
          ? errorMessage(error.userMessage)
          : undefined;
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

/** An exam's original, as it was uploaded. */
function originalOf(examId: string): DownloadFile {
  const params = { id: examId };
  return {
    address: fillPath(download.path, params),
    name: `exam_${examId}`, // the portal's Content-Disposition adds the extension
    request: () => api.send(download, { params }),
  };
}

/** Fails as the download would. A HEAD answer has no body, so the reason is read from a second request, that of a GET. */
async function checkDownload(file: DownloadFile): Promise<void> {
  const head = await fetch(file.address, { method: 'HEAD', credentials: 'same-origin', cache: 'no-store' });
  if (head.ok) return;
  const response = await file.request();
  await response.body?.cancel();
  throw new Error(`the download was refused with ${head.status}`);
}

function startDownload(file: DownloadFile): void {
  const link = document.createElement('a');
  link.href = file.address;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
}
