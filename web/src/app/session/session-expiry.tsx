import { useState } from 'react';
import { lazyComponent, usePreload } from '../../lib/lazy-component.tsx';
import { useSession } from './session.tsx';
import { sessionCover } from './session-cover.tsx';
import { useTimeLeft } from './use-time-left.ts';

const ExpiryDialog = lazyComponent(async () => (await import('./session-dialogs.ts')).ExpiryDialog, null);

const SessionExpired = lazyComponent(async () => (await import('./session-dialogs.ts')).SessionExpired, sessionCover);

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
