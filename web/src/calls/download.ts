import { PortalError } from '@medcloud/contract/caller';
import type { FaultCode } from '@medcloud/contract/faults';
import { fillPath } from '@medcloud/contract/route';
import { download } from '@medcloud/contract/routes/portal';
import { downloadText } from '../text/download.ts';
import { useText } from '../text/language.tsx';
import { useSentence } from '../text/sentences.ts';
import { useToast } from '../ui/feedback/toast.tsx';
import { portal } from './client/portal.ts';
import { sessionEnded } from './client/session-end.ts';

/** Faults that say nothing one could act on: for them the specification's own sentence stands. */
const mute: readonly (FaultCode | undefined)[] = [undefined, 'not_found', 'internal'];

/** A file that the portal hands out. */
export interface FileToFetch {
  readonly address: string;
  /** What the browser calls it where the portal does not say. */
  readonly name: string;
  /** Asks for it as a call does, so that a refusal says why. */
  readonly ask: () => Promise<Response>;
}

/** An exam's id, or the call that learns it, or another file. */
type Wanted = string | (() => Promise<string>) | FileToFetch;

/**
 * Hands an exam's file to the browser, which streams it to disk: 500 MB must not pass through the page's memory. The
 * cookie alone authorizes that, so a HEAD request with the cookie alone asks first. True once the download has begun.
 */
export function useDownload(): (wanted: Wanted) => Promise<boolean> {
  const toast = useToast();
  const t = useText(downloadText);
  const sentence = useSentence();
  return async (wanted) => {
    try {
      const file = await fileOf(wanted);
      await ask(file);
      press(file);
    } catch (error) {
      if (error instanceof PortalError && error.status === 401) sessionEnded();
      const told = error instanceof PortalError && !mute.includes(error.code) ? sentence(error.sentence) : undefined;
      toast({ tone: 'danger', title: t('failed'), text: told ?? t('failedText'), alsoInPage: true });
      return false;
    }
    toast({ title: t('started'), text: t('startedText') });
    return true;
  };
}

async function fileOf(wanted: Wanted): Promise<FileToFetch> {
  if (typeof wanted === 'object') return wanted;
  return originalOf(typeof wanted === 'string' ? wanted : await wanted());
}

/** An exam's original, as it was uploaded. */
function originalOf(examId: string): FileToFetch {
  const params = { id: examId };
  return {
    address: fillPath(download.path, params),
    name: `exam_${examId}`, // the portal's Content-Disposition adds the extension
    ask: () => portal.send(download, { params }),
  };
}

/** Fails as the download would. A HEAD answer has no body, so the reason is read from a second request, that of a GET. */
async function ask(file: FileToFetch): Promise<void> {
  const head = await fetch(file.address, { method: 'HEAD', credentials: 'same-origin', cache: 'no-store' });
  if (head.ok) return;
  const response = await file.ask();
  await response.body?.cancel();
  throw new Error(`the download was refused with ${head.status}`);
}

function press(file: FileToFetch): void {
  const link = document.createElement('a');
  link.href = file.address;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
}
