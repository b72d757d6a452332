import { readStoredSession } from './stored-session.ts';

/** The calls that `public/start-calls.js` started before the application's scripts arrived, by path. */
interface StartedCalls {
  readonly sessionId: string;
  readonly responses: Map<string, Promise<Response>>;
}

declare global {
  interface Window {
    startedCalls?: StartedCalls;
  }
}

/** Live updates replay what happened since the page was opened, within a minute. */
const maxAgeMs = 30_000;

/**
 * Fetches like `fetch`. The first GET of a path whose call was started with the page gets that call's response; if it
 * has none, the call is sent again.
 */
export const fetchStarted: typeof fetch = (input, init) => {
  const started = typeof input === 'string' && init?.method === 'GET' ? takeStarted(input) : undefined;
  return started?.catch(() => fetch(input, init)) ?? fetch(input, init);
};

function takeStarted(path: string): Promise<Response> | undefined {
  const calls = window.startedCalls;
  const response = calls?.responses.get(path);
  calls?.responses.delete(path);
  const isFresh = performance.now() < maxAgeMs && calls?.sessionId === readStoredSession();
  return isFresh ? response : undefined;
}
