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

/** Creates a window with events and storage, which the session needs. */
function openWindow(): EventTarget {
  const storedValues = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => storedValues.set(key, value),
    removeItem: (key: string) => storedValues.delete(key),
  };
  return Object.assign(new EventTarget(), { localStorage });
}

describe('stored session', () => {
  beforeEach(() => {
    vi.stubGlobal('window', openWindow());
    return () => vi.unstubAllGlobals();
  });

  it('deletes the stored id and notifies subscribers once', () => {
    storeSession('first');
    const onChange = vi.fn();
    subscribeToSession(onChange);
    endSession();
    endSession();
    expect(readStoredSession()).toBeNull();
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('keeps a newer session after a late refusal of an old one', () => {
    storeSession('second');
    endSession('first');
    expect(readStoredSession()).toBe('second');
  });

  it('distinguishes a sign-out from an expired session, in every tab, after the id is deleted', async () => {
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

  it('notifies about changes in other tabs by the storage event until unsubscribed', () => {
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

describe('runInBackground', () => {
  const route = { path: '/api/doctor/requests' };

  it('marks its paths until it settles, even with two concurrent refetches', async () => {
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

  it('clears the mark after a failure', async () => {
    await expect(runInBackground([route.path], () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(isBackground(route)).toBe(false);
  });
});
