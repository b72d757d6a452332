import { useText } from '../text/language.tsx';
import { useToast } from '../ui/feedback/toast.tsx';

/** Copies the address of a path, and says so. */
export function useCopyLink(): (path: string) => void {
  const t = useText('exams');
  const toast = useToast();
  return (path) => {
    const address = new URL(path, window.location.origin).href;
    // without https the browser has no clipboard
    const writing = navigator.clipboard?.writeText(address) ?? Promise.reject(new Error('no clipboard'));
    writing.then(
      () => toast({ title: t('linkCopied') }),
      () => toast({ variant: 'danger', title: t('copyFailed'), text: address }),
    );
  };
}
