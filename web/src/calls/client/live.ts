import { PortalError } from '@medcloud/contract/caller';
import { type EventKind, eventKinds, mostWithinMs, toldHeader } from '@medcloud/contract/events';
import { events } from '@medcloud/contract/routes/portal';
import { takeEvents } from '../../lib/server-events.ts';
import { portal } from './portal.ts';

/** What the stream tells whoever follows it. */
export interface LiveHandlers {
  /** It stands; what happened since the page opened is told too, or it is not known. */
  onOpen: (isTold: boolean) => void;
  onEvent: (kind: EventKind) => void;
  onLost: () => void;
  /** 401: the session is over, and the stream with it. */
  onSessionEnd: () => void;
}

const silenceMs = 60_000; // the portal sends a beat every 25 s; two missed ones are a dead line
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/** How long to wait after so many failures in a row: twice as long each time, up to 30 s, spread by half so that browsers do not return all at once. */
export function waitAfter(failures: number, random: () => number): number {
  const wait = Math.min(firstWaitMs * 2 ** Math.max(0, failures - 1), longestWaitMs);
  return Math.round(wait * (0.5 + random() / 2));
}

/** Narrows a received text to a kind of event that we know. */
export function isEventKind(kind: unknown): kind is EventKind {
  return eventKinds.some((known) => known === kind);
}

/** Follows `GET /api/events` until `signal` aborts or the session ends; a lost stream is opened again. */
export async function followEvents(
  handlers: LiveHandlers,
  signal: AbortSignal,
  random: () => number = Math.random,
): Promise<void> {
  let failures = 0;
  const onOpen = (isTold: boolean) => {
    failures = 0;
    handlers.onOpen(isTold);
  };
  while (!signal.aborted) {
    const end = await readStream({ ...handlers, onOpen }, signal);
    if (signal.aborted) return;
    handlers.onLost();
    if (end === 'session-end') return handlers.onSessionEnd();
    failures += 1;
    await pause(waitAfter(failures, random), signal);
  }
}

/** A page's first calls may have been answered before the stream stands. A clock that runs while the machine sleeps knows since when. */
function sinceOpened(): { withinMs?: number } {
  const withinMs = Math.ceil(Math.max(performance.now(), Date.now() - performance.timeOrigin));
  return withinMs <= mostWithinMs ? { withinMs } : {};
}

/** One connection, read to its end. Every failure but a 401 is a lost line: it is tried again. */
async function readStream(handlers: LiveHandlers, outer: AbortSignal): Promise<'session-end' | 'lost'> {
  const silence = new AbortController();
  const signal = AbortSignal.any([outer, silence.signal]);
  let watch = setTimeout(() => silence.abort(), silenceMs);
  const heard = () => {
    clearTimeout(watch);
    watch = setTimeout(() => silence.abort(), silenceMs);
  };
  try {
    const { body, headers } = await portal.send(events, { query: sinceOpened() }, { signal, background: true });
    handlers.onOpen(headers.has(toldHeader));
    if (body) await readBody(body, heard, handlers.onEvent);
    return 'lost';
  } catch (error) {
    return error instanceof PortalError && error.status === 401 ? 'session-end' : 'lost';
  } finally {
    clearTimeout(watch);
  }
}

async function readBody(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
  onEvent: (kind: EventKind) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    heard();
    const taken = takeEvents(text + decoder.decode(chunk.value, { stream: true }));
    text = taken.rest;
    for (const { kind } of taken.events) if (isEventKind(kind)) onEvent(kind);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
