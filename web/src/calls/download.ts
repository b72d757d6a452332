import { PortalError } from '@medcloud/contract/caller';
import type { FaultCode } from '@medcloud/contract/faults';
import { fillPath } from '@medcloud/contract/route';
import { download } from '@medcloud/contract/routes/portal';
import { downloadText } from '../text/download.ts';
import { useText } from '../text/language.tsx';
import { useSentence } from '../text/sentences.ts';
import { useToast } from '../ui/toast.tsx';
import { portal } from './portal.ts';
import { sessionEnded } from './session-end.ts';

/** Faults that say nothing one could act on: for them the specification's own sentence stands. */
const mute: readonly (FaultCode | undefined)[] = [undefined, 'not_found', 'internal'];

/** An exam's id, or the call that learns it. */
type ExamToFetch = string | (() => Promise<string>);

/**
 * Hands an exam's file to the browser, which streams it to disk: 500 MB must not pass through the page's memory. The
 * cookie alone authorizes that, so a HEAD request with the cookie alone asks first. True once the download has begun.
 */
export function useDownload(): (exam: ExamToFetch) => Promise<boolean> {
  const toast = useToast();
  const t = useText(downloadText);
  const sentence = useSentence();
  return async (exam) => {
    try {
      const examId = typeof exam === 'string' ? exam : await exam();
      await ask(examId);
      press(examId);
    } catch (error) {
      if (error instanceof PortalError && error.status === 401) sessionEnded();
      const told = error instanceof PortalError && !mute.includes(error.code) ? sentence(error.sentence) : undefined;
      toast({ tone: 'danger', title: t('failed'), text: told ?? t('failedText') });
      return false;
    }
    toast({ title: t('started'), text: t('startedText') });
    return true;
  };
}

/** Fails as the download would. A HEAD answer has no body, so the reason is read from a second request, that of a GET. */
async function ask(examId: string): Promise<void> {
  const head = await fetch(addressOf(examId), { method: 'HEAD', credentials: 'same-origin', cache: 'no-store' });
  if (head.ok) return;
  const response = await portal.send(download, { params: { id: examId } });
  await response.body?.cancel();
  throw new Error(`the download was refused with ${head.status}`);
}

function press(examId: string): void {
  const link = document.createElement('a');
  link.href = addressOf(examId);
  link.download = `exam_${examId}`; // the portal's Content-Disposition adds the extension
  document.body.append(link);
  link.click();
  link.remove();
}

function addressOf(examId: string): string {
  return fillPath(download.path, { id: examId });
}
