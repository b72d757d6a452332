import { ApiError } from '@medcloud/contract/api-client';
import { type EventKind, eventKinds, maxReplayMs, replayHeader } from '@medcloud/contract/events';
import { events } from '@medcloud/contract/routes/portal';
import { api } from './api.ts';
import { parseEvents } from './server-events.ts';

/** Callbacks of `subscribeToEvents`. */
export interface EventStreamHandlers {
  /**
   * The stream is open. `hasReplay`: it also sends the events since the page was opened. Without it they are unknown.
   */
  onOpen: (hasReplay: boolean) => void;
  onEvent: (kind: EventKind) => void;
  onLost: () => void;
  /** 401: the session and the stream have ended. */
  onSessionEnd: () => void;
}

const silenceTimeoutMs = 60_000; // the server sends a heartbeat every 25 s; two missing ones mean a lost connection
const minWaitMs = 1_000;
const maxWaitMs = 30_000;

/**
 * Computes the delay in ms after consecutive failures. It doubles up to 30 s. A random half spreads the reconnects of
 * many browsers.
 */
export function computeRetryDelay(failures: number, random: () => number): number {
  const wait = Math.min(minWaitMs * 2 ** Math.max(0, failures - 1), maxWaitMs);
  return Math.round(wait * (0.5 + random() / 2));
}

/** Returns whether a received value is a known kind of event. */
export function isEventKind(kind: unknown): kind is EventKind {
  return eventKinds.some((known) => known === kind);
}

/** Reads `GET /api/events` until `signal` aborts or the session ends. Reconnects a lost stream. */
export async function subscribeToEvents(
  handlers: EventStreamHandlers,
  signal: AbortSignal,
  random: () => number = Math.random,
): Promise<void> {
  let failures = 0;
  const onOpen = (hasReplay: boolean) => {
    failures = 0;
    handlers.onOpen(hasReplay);
  };
  while (!signal.aborted) {
    const end = await readStream({ ...handlers, onOpen }, signal);
    if (signal.aborted) return;
    handlers.onLost();
    if (end === 'session-end') return handlers.onSessionEnd();
    failures += 1;
    await pause(computeRetryDelay(failures, random), signal);
  }
}

/**
 * Returns the query for events since the page was opened, because first responses can precede the stream. Uses the
 * larger of two clocks, since `performance.now()` can stop while the machine sleeps.
 */
function createReplayQuery(): { withinMs?: number } {
  const withinMs = Math.ceil(Math.max(performance.now(), Date.now() - performance.timeOrigin));
  return withinMs <= maxReplayMs ? { withinMs } : {};
}

/** Reads one connection to its end. Every failure except 401 counts as lost, so the caller reconnects. */
async function readStream(handlers: EventStreamHandlers, outerSignal: AbortSignal): Promise<'session-end' | 'lost'> {
  const silence = new AbortController();
  const signal = AbortSignal.any([outerSignal, silence.signal]);
  let silenceTimer = setTimeout(() => silence.abort(), silenceTimeoutMs);
  const onData = () => {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(() => silence.abort(), silenceTimeoutMs);
  };
  try {
    const { body, headers } = await api.send(events, { query: createReplayQuery() }, { signal, isBackground: true });
    handlers.onOpen(headers.has(replayHeader));
    if (body) await readBody(body, onData, handlers.onEvent);
    return 'lost';
  } catch (error) {
    return error instanceof ApiError && error.status === 401 ? 'session-end' : 'lost';
  } finally {
    clearTimeout(silenceTimer);
  }
}

async function readBody(
  body: ReadableStream<Uint8Array>,
  onData: () => void,
  onEvent: (kind: EventKind) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    onData();
    const parsed = parseEvents(text + decoder.decode(chunk.value, { stream: true }));
    text = parsed.rest;
    for (const { kind } of parsed.events) if (isEventKind(kind)) onEvent(kind);
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
