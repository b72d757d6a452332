import { ApiError } from '@medcloud/contract/api-client';
import type { Language } from '@medcloud/contract/languages';
import { parseIssue } from '@medcloud/contract/validation-codes';
import { useCallback, useEffect, useState } from 'react';
import { loadUsedTexts } from '../../text/load-texts.ts';
import { pickLanguage } from './pick-language.ts';

/** Why an action failed, as far as the patient can do something about it. */
export type LinkError = 'offline' | 'noAnswer' | 'tooOften' | 'answered' | 'changed' | 'codeWrong' | 'codesSpent';

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

/** Maps an error of a call to a `LinkError`. */
export function classifyError(error: unknown): LinkError {
  if (!(error instanceof ApiError)) return navigator.onLine ? 'noAnswer' : 'offline';
  if (error.code === 'otp_invalid') return 'codeWrong';
  if (error.status === 429) return error.issue.startsWith('codes_') ? 'codesSpent' : 'tooOften';
  if (error.code === 'already_answered') return 'answered';
  return error.code === 'invalid_state' ? 'changed' : 'noAnswer';
}

function isExpiredLink(error: unknown, linkError = classifyError(error)): boolean {
  if (linkError === 'codeWrong') return false;
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

/** A call that the portal may want to be repeated with a code from the phone. */
type LinkCall = (code?: string) => Promise<unknown>;

/** The code that an action waits for: where it was sent, and what the patient can do. */
export interface CodeStep {
  /** The phone's last digits: `…678`. */
  sentTo: string;
  confirm: (code: string) => void;
  sendAgain: () => void;
  cancel: () => void;
}

/** The digits in the reason of `code_required`: `code_sent:…678`. Null for any other error. */
function readCodeRequest(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'code_required') return null;
  return parseIssue(error.issue).value ?? '';
}

/**
 * Runs one action at a time and holds its name and last error. Reloads the link afterwards. If the portal asks for a
 * code, `codeStep` is set and the action continues with the entered code.
 */
export function useLinkAction(reload: () => Promise<void>) {
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<LinkError | null>(null);
  const [codeStep, setCodeStep] = useState<CodeStep | null>(null);

  /** Waits for the patient's choice. Null if the patient cancels; `again` asks for another code. */
  const askForCode = (sentTo: string): Promise<string | 'again' | null> =>
    new Promise((resolve) => {
      setBusy(null);
      setCodeStep({
        sentTo,
        confirm: (code) => resolve(code),
        sendAgain: () => resolve('again'),
        cancel: () => resolve(null),
      });
    });

  /** Repeats the call with the patient's codes until it succeeds. Returns false if the patient cancels. */
  const confirmByCode = async (name: string, call: LinkCall, sentTo: string): Promise<boolean> => {
    for (;;) {
      const choice = await askForCode(sentTo);
      if (choice === null) return false;
      setBusy(name);
      setError(null);
      try {
        await call(choice === 'again' ? undefined : choice);
        return true;
      } catch (error) {
        if (readCodeRequest(error) !== null) continue;
        const linkError = classifyError(error);
        if (linkError === 'answered' || linkError === 'changed' || isExpiredLink(error, linkError)) throw error;
        setError(linkError);
      }
    }
  };

  const run = async (name: string, call: LinkCall): Promise<boolean> => {
    if (busy !== null || codeStep !== null) return false;
    setBusy(name);
    setError(null);
    try {
      const isDone = await call().then(
        () => true,
        (error) => {
          const sentTo = readCodeRequest(error);
          if (sentTo === null) throw error;
          return confirmByCode(name, call, sentTo);
        },
      );
      if (isDone) await reload();
      else setError(null);
      return isDone;
    } catch (error) {
      const linkError = classifyError(error);
      setError(linkError);
      if (linkError === 'answered' || linkError === 'changed' || isExpiredLink(error, linkError)) await reload();
      return false;
    } finally {
      setBusy(null);
      setCodeStep(null);
    }
  };
  return { busy, error, run, codeStep };
}
