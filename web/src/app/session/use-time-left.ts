import { useCallback, useEffect, useState } from 'react';
import { getTimeLeft } from '../../calls/session.ts';

/** 2 min: how long before its end a session is said to end (security 1a, automatic logoff). */
const warnBeforeMs = 2 * 60_000;
const retryMs = 30_000;
// A timer counts 31 bits of milliseconds at most, and sleeps with the machine: it looks again at least every 10 min.
const maxWaitMs = 10 * 60_000;

interface Expiry {
  /** On this tab's own clock. */
  expiresAtMs: number;
  /** Its person asked to stay and it ends all the same: the absolute limit. */
  isFinal: boolean;
}

/**
 * Watches how long the session has left, without moving its idle limit, and says when it will end within two minutes.
 * `stay` moves the idle limit. At the end the portal is asked once more, so that the screen learns that it is over.
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
    // asked to stay a moment ago: what ends all the same ends for good
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
        // just past the end, or when it comes close
        if (leftMs > 0) schedule(isExpiringSoon ? leftMs + 1_000 : leftMs - warnBeforeMs);
      } catch {
        if (!isStopped) schedule(retryMs); // no answer: the offline notice says so
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
      setFailed(true); // the portal did not answer: it is said, and one may try again
    } finally {
      setExtending(false);
    }
  }, [sessionId]);

  return { expiry, isExtending, hasFailed, extendSession };
}
