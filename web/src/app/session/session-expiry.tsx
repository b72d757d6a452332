import { useState } from 'react';
import { fetched } from '../../ui/feedback/fetched.ts';
import { usePart } from '../../ui/feedback/use-part.ts';
import { ErrorScreen } from '../routing/error-screen.tsx';
import { useSession } from './session.tsx';
import { useTimeLeft } from './use-time-left.ts';

// Fetched while the network is there: it may be gone as the session ends.
const ends = fetched(() => import('./session-ends.ts'));

/** Two minutes before a session ends, it is said, and its person can stay (WCAG 2.2, 2.2.1). */
function SessionExpiry() {
  const { sessionId } = useSession();
  const { ending, ...left } = useTimeLeft(sessionId);
  const parts = usePart(ends, ending);
  const [understood, setUnderstood] = useState<number | null>(null);
  if (!parts || ending === null || understood === ending.endsAtMs) return null;
  return <parts.ExpiryDialog {...left} ending={ending} onUnderstood={() => setUnderstood(ending.endsAtMs)} />;
}

/** Covers the screen in any case: whoever sits there now may be somebody else. */
function Lapsed() {
  const parts = usePart(ends, true);
  if (parts) return <parts.SessionLapsed />;
  return (
    <div role="alertdialog" aria-modal="true" className="fixed inset-0 z-40 overflow-auto bg-bg">
      <ErrorScreen />
    </div>
  );
}

/** Above the page: that the session is about to end, or has ended by itself. */
export function SessionEnd() {
  const { hasLapsed } = useSession();
  return hasLapsed ? <Lapsed /> : <SessionExpiry />;
}
