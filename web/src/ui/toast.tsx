import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { fetched } from './fetched.ts';
import type { ShownContent, ToastContent } from './toasts.tsx';
import { usePart } from './use-part.ts';

// Nothing is shown as a page opens.
const toasts = fetched(async () => (await import('./toasts.tsx')).Toasts);

const ToastContext = createContext<((content: ToastContent) => void) | null>(null);

/** One toast at a time: a new one takes the place of the last. Errors stay until dismissed; whatever matters later is also written in its page. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownContent | null>(null);
  const show = useMemo(() => (content: ToastContent) => setShown((last) => ({ id: (last?.id ?? 0) + 1, content })), []);
  const Toasts = usePart(toasts, shown);
  return (
    <ToastContext value={show}>
      {children}
      {Toasts && <Toasts shown={shown} onGone={() => setShown(null)} />}
    </ToastContext>
  );
}

/** `const toast = useToast(); toast({ title, text })`; an error has `tone: 'danger'`. */
export function useToast(): (content: ToastContent) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast stands outside ToastProvider');
  return show;
}
