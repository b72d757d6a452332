import { useState } from 'react';
import { lazyComponent, usePreload } from '../../lib/lazy-component.tsx';
import { ErrorScreen } from '../routing/error-screen.tsx';
import { useSession } from './session.tsx';
import { useTimeLeft } from './use-time-left.ts';

const ExpiryDialog = lazyComponent(async () => (await import('./session-dialogs.ts')).ExpiryDialog, null);

// Covers the screen even if the dialog cannot load: another person may now use the computer.
const SessionExpired = lazyComponent(
  async () => (await import('./session-dialogs.ts')).SessionExpired,
  <div role="alertdialog" aria-modal="true" className="fixed inset-0 z-40 overflow-auto bg-bg">
    <ErrorScreen />
  </div>,
);

/** Warns two minutes before the session ends and lets the user extend it (WCAG 2.2, 2.2.1). */
function ExpiryWarning() {
  const { sessionId } = useSession();
  const { expiry, ...timeLeft } = useTimeLeft(sessionId);
  const [dismissedAtMs, setDismissedAtMs] = useState<number | null>(null);
  if (expiry === null || dismissedAtMs === expiry.expiresAtMs) return null;
  return <ExpiryDialog {...timeLeft} expiry={expiry} onDismiss={() => setDismissedAtMs(expiry.expiresAtMs)} />;
}

/** Shows above the page that the session will end soon or has expired. */
export function SessionExpiry() {
  const { hasExpired } = useSession();
  // The network may be down when the session ends.
  usePreload(ExpiryDialog);
  usePreload(SessionExpired);
  return hasExpired ? <SessionExpired /> : <ExpiryWarning />;
}
