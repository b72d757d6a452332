import { PortalError } from '@medcloud/contract/caller';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Language } from '../../lib/language.ts';

/** Why something did not work, as far as the person can do anything about it. */
export type Failure = 'offline' | 'noAnswer' | 'tooOften' | 'answered' | 'changed';

export type LinkView<Link> =
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'lapsed' }
  | { kind: 'failed'; failure: Failure; trying: boolean }
  /** `answeredHere`: the question stood on this very page before. */
  | { kind: 'open'; link: Link; answeredHere: boolean };

/** A link that was found, and what it takes to act on it. */
export interface Open<Link> {
  token: string;
  link: Link;
  reload: () => Promise<void>;
  /** The question stood on this very page before. */
  justNow: boolean;
}

function followHash(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** The token in the address's fragment, where no server and no log sees it. It is read and left there. */
export function useLinkToken(): string {
  return useSyncExternalStore(followHash, () => window.location.hash.slice(1));
}

/** What a failed call means to the person. */
export function readFailure(error: unknown): Failure {
  if (!(error instanceof PortalError)) return navigator.onLine ? 'noAnswer' : 'offline';
  if (error.status === 429) return 'tooOften';
  if (error.code === 'already_answered') return 'answered';
  return error.code === 'invalid_state' ? 'changed' : 'noAnswer';
}

function isLapsed(error: unknown): boolean {
  // 400: a fragment that could never have been a token
  return error instanceof PortalError && (error.status === 404 || error.status === 400);
}

/** What a page of links is about: how it is looked up, and whether its question still stands. Of a module, so that it stays the same. */
export interface LinkPage<Link> {
  lookUp: (token: string) => Promise<Link>;
  isAsking: (link: Link) => boolean;
}

/** The link behind a token, asked for when the page opens, when it is looked at again, and after each act. */
export function useLink<Link extends { language: Language }>(token: string, { lookUp, isAsking }: LinkPage<Link>) {
  const [view, setView] = useState<LinkView<Link>>({ kind: 'loading' });
  const [language, setLanguage] = useState<Language | null>(null);
  const reload = useCallback(async () => {
    if (token === '') return setView({ kind: 'missing' });
    setView((before) => (before.kind === 'failed' ? { ...before, trying: true } : before));
    try {
      const link = await lookUp(token);
      setLanguage((known) => known ?? link.language);
      setView((before) => ({ kind: 'open', link, answeredHere: wasAsking(before, isAsking) }));
    } catch (error) {
      // What stands on the page stays there when only a later look failed.
      setView((before) => {
        if (isLapsed(error)) return { kind: 'lapsed' };
        return before.kind === 'open' ? before : { kind: 'failed', failure: readFailure(error), trying: false };
      });
    }
  }, [token, lookUp, isAsking]);
  useEffect(() => {
    void reload();
  }, [reload]);
  useSecondLook(view.kind === 'open' && !isAsking(view.link), reload);
  return { view, language, reload };
}

function wasAsking<Link>(view: LinkView<Link>, isAsking: (link: Link) => boolean): boolean {
  return view.kind === 'open' && (view.answeredHere || isAsking(view.link));
}

/** Who comes back to an answered page sees what was opened meanwhile. */
function useSecondLook(answered: boolean, reload: () => Promise<void>): void {
  useEffect(() => {
    if (!answered) return;
    const looked = () => {
      if (document.visibilityState === 'visible') void reload();
    };
    document.addEventListener('visibilitychange', looked);
    return () => document.removeEventListener('visibilitychange', looked);
  }, [answered, reload]);
}

/** One act at a time: what it is doing, and what went wrong the last time. After it the link is read again. */
export function useLinkAct(reload: () => Promise<void>) {
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const act = async (name: string, call: () => Promise<unknown>): Promise<boolean> => {
    if (busy !== null) return false;
    setBusy(name);
    setFailure(null);
    try {
      await call();
      await reload();
      return true;
    } catch (error) {
      const read = readFailure(error);
      setFailure(read);
      if (read === 'answered' || read === 'changed' || isLapsed(error)) await reload();
      return false;
    } finally {
      setBusy(null);
    }
  };
  return { busy, failure, act };
}
