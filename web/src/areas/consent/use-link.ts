import { ApiError } from '@medcloud/contract/api-client';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Language } from '../../lib/language.ts';

/** Why something did not work, as far as the person can do anything about it. */
export type LinkError = 'offline' | 'noAnswer' | 'tooOften' | 'answered' | 'changed';

export type LinkView<Link> =
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'lapsed' }
  | { kind: 'failed'; error: LinkError; isRetrying: boolean }
  /** `answeredHere`: the question stood on this very page before. */
  | { kind: 'open'; link: Link; isAnsweredHere: boolean };

/** A link that was found, and what it takes to act on it. */
export interface OpenLink<Link> {
  token: string;
  link: Link;
  reload: () => Promise<void>;
  /** The question stood on this very page before. */
  isJustAnswered: boolean;
}

function subscribeToHash(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** The token in the address's fragment, where no server and no log sees it. It is read and left there. */
export function useLinkToken(): string {
  return useSyncExternalStore(subscribeToHash, () => window.location.hash.slice(1));
}

/** What a failed call means to the person. */
export function classifyError(error: unknown): LinkError {
  if (!(error instanceof ApiError)) return navigator.onLine ? 'noAnswer' : 'offline';
  if (error.status === 429) return 'tooOften';
  if (error.code === 'already_answered') return 'answered';
  return error.code === 'invalid_state' ? 'changed' : 'noAnswer';
}

function isExpiredLink(error: unknown): boolean {
  // 400: a fragment that could never have been a token
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** What a page of links is about: how it is looked up, and whether its question still stands. Of a module, so that it stays the same. */
export interface LinkPage<Link> {
  fetchLink: (token: string) => Promise<Link>;
  isPending: (link: Link) => boolean;
}

/** The link behind a token, asked for when the page opens, when it is looked at again, and after each act. */
export function useLink<Link extends { language: Language }>(token: string, { fetchLink, isPending }: LinkPage<Link>) {
  const [view, setView] = useState<LinkView<Link>>({ kind: 'loading' });
  const [language, setLanguage] = useState<Language | null>(null);
  const reload = useCallback(async () => {
    if (token === '') return setView({ kind: 'missing' });
    setView((before) => (before.kind === 'failed' ? { ...before, isRetrying: true } : before));
    try {
      const link = await fetchLink(token);
      setLanguage((known) => known ?? link.language);
      setView((before) => ({ kind: 'open', link, isAnsweredHere: wasPending(before, isPending) }));
    } catch (error) {
      // What stands on the page stays there when only a later look failed.
      setView((before) => {
        if (isExpiredLink(error)) return { kind: 'lapsed' };
        return before.kind === 'open' ? before : { kind: 'failed', error: classifyError(error), isRetrying: false };
      });
    }
  }, [token, fetchLink, isPending]);
  useEffect(() => {
    void reload();
  }, [reload]);
  useReloadOnReturn(view.kind === 'open' && !isPending(view.link), reload);
  return { view, language, reload };
}

function wasPending<Link>(view: LinkView<Link>, isPending: (link: Link) => boolean): boolean {
  return view.kind === 'open' && (view.isAnsweredHere || isPending(view.link));
}

/** Who comes back to an answered page sees what was opened meanwhile. */
function useReloadOnReturn(isAnswered: boolean, reload: () => Promise<void>): void {
  useEffect(() => {
    if (!isAnswered) return;
    const onVisible = () => {
      if (document.visibilityState === 'visible') void reload();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [isAnswered, reload]);
}

/** One act at a time: what it is doing, and what went wrong the last time. After it the link is read again. */
export function useLinkAction(reload: () => Promise<void>) {
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<LinkError | null>(null);
  const run = async (name: string, call: () => Promise<unknown>): Promise<boolean> => {
    if (busy !== null) return false;
    setBusy(name);
    setError(null);
    try {
      await call();
      await reload();
      return true;
    } catch (error) {
      const linkError = classifyError(error);
      setError(linkError);
      if (linkError === 'answered' || linkError === 'changed' || isExpiredLink(error)) await reload();
      return false;
    } finally {
      setBusy(null);
    }
  };
  return { busy, error, run };
}
