import { useCallback, useEffect, useState } from 'react';
import { getTimeLeft } from '../../calls/session.ts';

/** 2 min: how long before the session's end the warning appears (security 1a, automatic logoff). */
const warnBeforeMs = 2 * 60_000;
const retryMs = 30_000;
// 10 min: a timer holds at most 31 bits of milliseconds and pauses while the machine sleeps, so check again regularly.
const maxWaitMs = 10 * 60_000;

interface Expiry {
  /** By this tab's clock. */
  expiresAtMs: number;
  /** The session ends although the user extended it: the absolute limit. */
  isFinal: boolean;
}

/**
 * Polls how long the session has left without extending its idle limit. Sets `expiry` in the last two minutes.
 * `extendSession` extends the idle limit. Polls once more at the end, so the screen learns that the session is over.
 */
export function useTimeLeft(sessionId: string | null) {
  const [expiry, setExpiry] = useState<Expiry | null>(null);
  const [isExtending, setExtending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [extendCount, setExtendCount] = useState(0);

  useEffect(() => {
    if (sessionId === null) return;
    let timer: ReturnType<typeof setTimeout>;
    let isStopped = false;
    // just extended: if the session still ends soon, its end is final
    let wasJustExtended = extendCount > 0;
    const schedule = (ms: number) => {
      timer = setTimeout(checkTimeLeft, Math.min(Math.max(ms, 0), maxWaitMs));
    };
    const checkTimeLeft = async () => {
      try {
        const leftMs = await getTimeLeft(sessionId, { isExtending: false });
        if (isStopped) return;
        const isExpiringSoon = leftMs <= warnBeforeMs;
        const isFinal = wasJustExtended;
        wasJustExtended = false;
        setExpiry((previous) =>
          isExpiringSoon ? { expiresAtMs: Date.now() + leftMs, isFinal: previous?.isFinal ?? isFinal } : null,
        );
        // next check: just after the end, or when the warning is due
        if (leftMs > 0) schedule(isExpiringSoon ? leftMs + 1_000 : leftMs - warnBeforeMs);
      } catch {
        if (!isStopped) schedule(retryMs); // no response: OfflineNotice reports it
      }
    };
    schedule(extendCount === 0 ? maxWaitMs : 0);
    const onVisible = () => {
      if (document.visibilityState === 'visible') void checkTimeLeft();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [sessionId, extendCount]);

  const extendSession = useCallback(async () => {
    if (sessionId === null) return;
    setExtending(true);
    setFailed(false);
    try {
      await getTimeLeft(sessionId, { isExtending: true });
      setExpiry(null);
      setExtendCount((count) => count + 1);
    } catch {
      setFailed(true); // no response: the dialog reports it, and the user may retry
    } finally {
      setExtending(false);
    }
  }, [sessionId]);

  return { expiry, isExtending, hasFailed, extendSession };
}
