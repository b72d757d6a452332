import { fetchStarted } from './started-calls.ts';

/** Where the page's calls go: to the server, or to files beside a page that has no account (`areas/try`). */
export interface CallSource {
  readonly fetch: typeof fetch;
  /** Returns the address of an image for an `img`, by the path of its route. */
  readonly addressOf: (path: string) => string;
}

let source: CallSource = { fetch: fetchStarted, addressOf: (path) => path };

/** Returns where the page's calls go. */
export const callSource = (): CallSource => source;

/** Sends all further calls of the page elsewhere. */
export function setCallSource(other: CallSource): void {
  source = other;
}
