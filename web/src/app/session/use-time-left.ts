import { useCallback, useEffect, useState } from 'react';
import { askTimeLeft } from '../../calls/session.ts';

/** 2 min: how long before its end a session is said to end (security 1a, automatic logoff). */
const warnBeforeMs = 2 * 60_000;
const tryAgainMs = 30_000;
// A timer counts 31 bits of milliseconds at most, and sleeps with the machine: it looks again at least every 10 min.
const longestWaitMs = 10 * 60_000;

interface Ending {
  /** On this tab's own clock. */
  endsAtMs: number;
  /** Its person asked to stay and it ends all the same: the absolute limit. */
  isFinal: boolean;
}

/**
 * Watches how long the session has left, without moving its idle limit, and says when it will end within two minutes.
 * `stay` moves the idle limit. At the end the portal is asked once more, so that the screen learns that it is over.
 */
export function useTimeLeft(sessionId: string | null) {
  const [ending, setEnding] = useState<Ending | null>(null);
  const [staying, setStaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [asked, setAsked] = useState(0);

  useEffect(() => {
    if (sessionId === null) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    // asked to stay a moment ago: what ends all the same ends for good
    let hasJustStayed = asked > 0;
    const wait = (ms: number) => {
      timer = setTimeout(look, Math.min(Math.max(ms, 0), longestWaitMs));
    };
    const look = async () => {
      try {
        const leftMs = await askTimeLeft(sessionId, { staying: false });
        if (isOver) return;
        const isClose = leftMs <= warnBeforeMs;
        const isFinal = hasJustStayed;
        hasJustStayed = false;
        setEnding((before) =>
          isClose ? { endsAtMs: Date.now() + leftMs, isFinal: before?.isFinal ?? isFinal } : null,
        );
        // just past the end, or when it comes close
        if (leftMs > 0) wait(isClose ? leftMs + 1_000 : leftMs - warnBeforeMs);
      } catch {
        if (!isOver) wait(tryAgainMs); // no answer: the offline notice says so
      }
    };
    wait(asked === 0 ? longestWaitMs : 0);
    const seen = () => {
      if (document.visibilityState === 'visible') void look();
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [sessionId, asked]);

  const stay = useCallback(async () => {
    if (sessionId === null) return;
    setStaying(true);
    setFailed(false);
    try {
      await askTimeLeft(sessionId, { staying: true });
      setEnding(null);
      setAsked((times) => times + 1);
    } catch {
      setFailed(true); // the portal did not answer: it is said, and one may try again
    } finally {
      setStaying(false);
    }
  }, [sessionId]);

  return { ending, staying, hasFailed, stay };
}
