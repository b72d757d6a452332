import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { lazyComponent, usePreload } from '../../lib/lazy-component.tsx';
import type { ToastContent, ToastEntry } from './toasts.tsx';

// Lazy: no toast is shown when a page opens.
const Toasts = lazyComponent(async () => (await import('./toasts.tsx')).Toasts);

const ToastContext = createContext<((content: ToastContent) => void) | null>(null);

interface LastError {
  lastError: ToastContent | null;
  dismiss: () => void;
}

const LastErrorContext = createContext<LastError | null>(null);

/**
 * Shows one toast at a time; a new one replaces the last. With `isShownInPage` the toast's text also appears in the
 * page.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [entry, setEntry] = useState<ToastEntry | null>(null);
  const [lastError, setLastError] = useState<ToastContent | null>(null);
  const isLoaded = usePreload(Toasts);
  const show = useMemo(
    () => (content: ToastContent) => {
      setLastError(content.isShownInPage ? content : null);
      const showEntry = () => setEntry((previous) => ({ id: (previous?.id ?? 0) + 1, content }));
      Toasts.preload().then(showEntry, (error: unknown) => console.error(error));
    },
    [],
  );
  const lastErrorState = useMemo(() => ({ lastError, dismiss: () => setLastError(null) }), [lastError]);
  return (
    <ToastContext value={show}>
      <LastErrorContext value={lastErrorState}>{children}</LastErrorContext>
      {/* mounted before a dialog opens: a dialog hides from screen readers what is added behind it */}
      {(isLoaded || entry) && <Toasts entry={entry} onClose={() => setEntry(null)} />}
    </ToastContext>
  );
}

/** Returns the error that the page must show. Its `lastError` is null outside a provider. */
export function useLastError(): LastError {
  return useContext(LastErrorContext) ?? noError;
}

const noError: LastError = { lastError: null, dismiss: () => undefined };

/**
 * `const toast = useToast(); toast({ title, text })`. An error has `variant: 'danger'`. Throws outside `ToastProvider`.
 */
export function useToast(): (content: ToastContent) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast must be used inside ToastProvider');
  return show;
}
