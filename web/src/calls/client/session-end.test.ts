import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inBackground, isBackground } from './background.ts';
import {
  followLeaving,
  followSession,
  leaveSession,
  sessionEnded,
  storedSession,
  storeSession,
} from './session-end.ts';

/** A window as far as the session needs one: events, and storage that other tabs share. */
function openWindow(): EventTarget {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
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
    const changed = vi.fn();
    followSession(changed);
    sessionEnded();
    sessionEnded();
    expect(storedSession()).toBeNull();
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it('leaves a newer session alone when an old one is refused late', () => {
    storeSession('second');
    sessionEnded('first');
    expect(storedSession()).toBe('second');
  });

  it('tells a sign-out apart from a lapse, in every tab, once the id is gone', async () => {
    storeSession('first');
    const seen: (string | null)[] = [];
    const left = new Promise<void>((resolve) => {
      const unfollow = followLeaving(() => {
        seen.push(storedSession());
        unfollow();
        resolve();
      });
    });
    sessionEnded();
    storeSession('second');
    leaveSession();
    await left;
    expect(seen).toEqual([null]);
  });

  it('is heard from other tabs through the storage event, and no longer once unfollowed', () => {
    const changed = vi.fn();
    const stored = (key: string | null) => window.dispatchEvent(Object.assign(new Event('storage'), { key }));
    const unfollow = followSession(changed);
    stored('medcloud-language');
    expect(changed).not.toHaveBeenCalled();
    stored('sessionId');
    stored(null);
    expect(changed).toHaveBeenCalledTimes(2);
    unfollow();
    stored('sessionId');
    expect(changed).toHaveBeenCalledTimes(2);
  });
});

describe('a refetch caused by the event stream', () => {
  const route = { path: '/api/doctor/requests' };

  it('is known as one until it settles, also when two events ask for it', async () => {
    let finishFirst = () => {};
    let finishSecond = () => {};
    const first = inBackground([route.path], () => new Promise<void>((resolve) => (finishFirst = resolve)));
    const second = inBackground([route.path], () => new Promise<void>((resolve) => (finishSecond = resolve)));
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
    await expect(inBackground([route.path], () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(isBackground(route)).toBe(false);
  });
});
