import { useState } from 'react';
import { lazyModule } from '../../ui/feedback/lazy-module.ts';
import { useLazyModule } from '../../ui/feedback/use-lazy-module.ts';
import { ErrorScreen } from '../routing/error-screen.tsx';
import { useSession } from './session.tsx';
import { useTimeLeft } from './use-time-left.ts';

// Loaded ahead: the network may be down when the session ends.
const sessionDialogs = lazyModule(() => import('./session-dialogs.ts'));

/** Warns two minutes before the session ends and lets the user extend it (WCAG 2.2, 2.2.1). */
function ExpiryWarning() {
  const { sessionId } = useSession();
  const { expiry, ...timeLeft } = useTimeLeft(sessionId);
  const dialogs = useLazyModule(sessionDialogs, expiry);
  const [dismissedAtMs, setDismissedAtMs] = useState<number | null>(null);
  if (!dialogs || expiry === null || dismissedAtMs === expiry.expiresAtMs) return null;
  return <dialogs.ExpiryDialog {...timeLeft} expiry={expiry} onDismiss={() => setDismissedAtMs(expiry.expiresAtMs)} />;
}

/** Covers the screen even if the dialog cannot load: another person may now use the computer. */
function ExpiredOverlay() {
  const dialogs = useLazyModule(sessionDialogs, true);
  if (dialogs) return <dialogs.SessionExpired />;
  return (
    <div role="alertdialog" aria-modal="true" className="fixed inset-0 z-40 overflow-auto bg-bg">
      <ErrorScreen />
    </div>
  );
}

/** Shows above the page that the session will end soon or has expired. */
export function SessionExpiry() {
  const { hasExpired } = useSession();
  return hasExpired ? <ExpiredOverlay /> : <ExpiryWarning />;
}
