import { useSyncExternalStore } from 'react';

/** The key in the tab's session storage. */
export const linkTokenKey = 'consent-link';

/** The tab's storage; null if the browser forbids it. The token then lives as long as the page. */
function tabStorage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

let current: string | null = null;

/**
 * Returns the token of the link. Takes it from the URL's fragment, which servers do not see, and removes it from the
 * address bar and the history. The tab alone keeps it, for a reload. Another tab needs the link in the SMS.
 */
export function takeLinkToken(): string {
  const fragment = window.location.hash.slice(1);
  if (fragment !== '') {
    current = fragment;
    tabStorage()?.setItem(linkTokenKey, fragment);
    window.history.replaceState(null, '', window.location.pathname + window.location.search);
  }
  current ??= tabStorage()?.getItem(linkTokenKey) ?? '';
  return current;
}

function subscribeToHash(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

export const useLinkToken = (): string => useSyncExternalStore(subscribeToHash, takeLinkToken);
