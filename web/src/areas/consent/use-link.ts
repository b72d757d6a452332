import { ApiError } from '@medcloud/contract/api-client';
import type { Language } from '@medcloud/contract/languages';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { loadUsedTexts } from '../../text/load-texts.ts';
import { pickLanguage } from './pick-language.ts';

/** Why an action failed, as far as the patient can do something about it. */
export type LinkError = 'offline' | 'noAnswer' | 'tooOften' | 'answered' | 'changed';

export type LinkView<Link> =
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'expired' }
  | { kind: 'failed'; error: LinkError; isRetrying: boolean }
  /** `isAnsweredHere`: the question was shown on this page before. */
  | { kind: 'open'; link: Link; isAnsweredHere: boolean };

/** A loaded link with the values that actions on it need. */
export interface OpenLink<Link> {
  token: string;
  link: Link;
  reload: () => Promise<void>;
  /** The question was shown on this page before. */
  isJustAnswered: boolean;
}

function subscribeToHash(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** Returns the token from the URL's fragment, which servers and logs do not see. The fragment stays in the URL. */
export function useLinkToken(): string {
  return useSyncExternalStore(subscribeToHash, () => window.location.hash.slice(1));
}

/** Maps an error of a call to a `LinkError`. */
export function classifyError(error: unknown): LinkError {
  if (!(error instanceof ApiError)) return navigator.onLine ? 'noAnswer' : 'offline';
  if (error.status === 429) return 'tooOften';
  if (error.code === 'already_answered') return 'answered';
  return error.code === 'invalid_state' ? 'changed' : 'noAnswer';
}

function isExpiredLink(error: unknown): boolean {
  // 400: the fragment has no valid token format
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/**
 * How a page loads its link and whether its question is still open. Defined at module level, so its identity is stable.
 */
export interface LinkPage<Link> {
  fetchLink: (token: string) => Promise<Link>;
  isPending: (link: Link) => boolean;
}

/** Loads the link of a token when the page opens, when it becomes visible again, and after each action. */
export function useLink<Link extends { language: Language }>(token: string, { fetchLink, isPending }: LinkPage<Link>) {
  const [view, setView] = useState<LinkView<Link>>({ kind: 'loading' });
  const [language, setLanguage] = useState<Language | null>(null);
  const reload = useCallback(async () => {
    if (token === '') return setView({ kind: 'missing' });
    setView((before) => (before.kind === 'failed' ? { ...before, isRetrying: true } : before));
    try {
      const link = await fetchLink(token);
      await loadUsedTexts(pickLanguage(link.language));
      setLanguage((known) => known ?? link.language);
      setView((before) => ({ kind: 'open', link, isAnsweredHere: wasPending(before, isPending) }));
    } catch (error) {
      // An open page keeps its content if only a reload failed.
      setView((before) => {
        if (isExpiredLink(error)) return { kind: 'expired' };
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

/** Reloads an answered page when it becomes visible again, to show new accesses. */
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

/** Runs one action at a time and holds its name and last error. Reloads the link afterwards. */
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
