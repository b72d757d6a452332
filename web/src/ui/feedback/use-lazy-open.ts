import { type Preloadable, usePreload } from '../../lib/lazy-component.tsx';
import { useUiText } from '../../text/language.tsx';
import { useToast } from './toast.tsx';

/**
 * Preloads a lazy component. Returns a function that loads it, if necessary, and then calls `open`. A failed load shows
 * an error; the next call loads again.
 */
export function useLazyOpen(component: Preloadable): (open: () => void) => void {
  const toast = useToast();
  const t = useUiText();
  usePreload(component);
  return (open) => {
    component.preload().then(open, () => toast({ variant: 'danger', title: t('error.noAnswer'), isShownInPage: true }));
  };
}
