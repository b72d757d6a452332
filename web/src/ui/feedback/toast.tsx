import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { fetched } from './fetched.ts';
import type { ShownContent, ToastContent } from './toasts.tsx';
import { usePart } from './use-part.ts';

// Nothing is shown as a page opens.
const toasts = fetched(async () => (await import('./toasts.tsx')).Toasts);

const ToastContext = createContext<((content: ToastContent) => void) | null>(null);

interface Failure {
  failure: ToastContent | null;
  dismiss: () => void;
}

const FailureContext = createContext<Failure | null>(null);

/** One toast at a time: a new one takes the place of the last. An error, and whatever matters later, is also written in its page. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownContent | null>(null);
  const [failure, setFailure] = useState<ToastContent | null>(null);
  const show = useMemo(
    () => (content: ToastContent) => {
      setShown((last) => ({ id: (last?.id ?? 0) + 1, content }));
      setFailure(content.alsoInPage ? content : null);
    },
    [],
  );
  const failed = useMemo(() => ({ failure, dismiss: () => setFailure(null) }), [failure]);
  const Toasts = usePart(toasts, shown);
  return (
    <ToastContext value={show}>
      <FailureContext value={failed}>{children}</FailureContext>
      {Toasts && <Toasts shown={shown} onGone={() => setShown(null)} />}
    </ToastContext>
  );
}

/** The error that the page must write where it happened. Null outside a provider: a page drawn without toasts has none. */
export function useFailure(): Failure {
  return useContext(FailureContext) ?? noFailure;
}

const noFailure: Failure = { failure: null, dismiss: () => undefined };

/** `const toast = useToast(); toast({ title, text })`; an error has `tone: 'danger'`. */
export function useToast(): (content: ToastContent) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast stands outside ToastProvider');
  return show;
}
