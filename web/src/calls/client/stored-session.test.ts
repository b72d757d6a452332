import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isBackground, runInBackground } from './background.ts';
import {
  endSession,
  endSessionInAllTabs,
  readStoredSession,
  storeSession,
  subscribeToSession,
  subscribeToSignOut,
} from './stored-session.ts';

/** A window as far as the session needs one: events, and storage that other tabs share. */
function openWindow(): EventTarget {
  const storedValues = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => storedValues.set(key, value),
    removeItem: (key: string) => storedValues.delete(key),
  };
  return Object.assign(new EventTarget(), { localStorage });
}

describe('the end of a session', () => {
  beforeEach(() => {
    vi.stubGlobal('window', openWindow());
    return () => vi.unstubAllGlobals();
  });

  it('forgets the stored id and tells whoever follows, once', () => {
    storeSession('first');
    const onChange = vi.fn();
    subscribeToSession(onChange);
    endSession();
    endSession();
    expect(readStoredSession()).toBeNull();
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('leaves a newer session alone when an old one is refused late', () => {
    storeSession('second');
    endSession('first');
    expect(readStoredSession()).toBe('second');
  });

  it('tells a sign-out apart from a lapse, in every tab, once the id is gone', async () => {
    storeSession('first');
    const storedSessions: (string | null)[] = [];
    const signedOut = new Promise<void>((resolve) => {
      const unsubscribe = subscribeToSignOut(() => {
        storedSessions.push(readStoredSession());
        unsubscribe();
        resolve();
      });
    });
    endSession();
    storeSession('second');
    endSessionInAllTabs();
    await signedOut;
    expect(storedSessions).toEqual([null]);
  });

  it('is heard from other tabs through the storage event, and no longer once unfollowed', () => {
    const onChange = vi.fn();
    const dispatchStorage = (key: string | null) => window.dispatchEvent(Object.assign(new Event('storage'), { key }));
    const unsubscribe = subscribeToSession(onChange);
    dispatchStorage('medcloud-language');
    expect(onChange).not.toHaveBeenCalled();
    dispatchStorage('sessionId');
    dispatchStorage(null);
    expect(onChange).toHaveBeenCalledTimes(2);
    unsubscribe();
    dispatchStorage('sessionId');
    expect(onChange).toHaveBeenCalledTimes(2);
  });
});

describe('a refetch caused by the event stream', () => {
  const route = { path: '/api/doctor/requests' };

  it('is known as one until it settles, also when two events ask for it', async () => {
    let finishFirst = () => {};
    let finishSecond = () => {};
    const first = runInBackground([route.path], () => new Promise<void>((resolve) => (finishFirst = resolve)));
    const second = runInBackground([route.path], () => new Promise<void>((resolve) => (finishSecond = resolve)));
    expect(isBackground(route)).toBe(true);
    expect(isBackground({ path: '/api/doctor/dashboard' })).toBe(false);
    finishFirst();
    await first;
    expect(isBackground(route)).toBe(true);
    finishSecond();
    await second;
    expect(isBackground(route)).toBe(false);
  });

  it('is over when it fails', async () => {
    await expect(runInBackground([route.path], () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(isBackground(route)).toBe(false);
  });
});
