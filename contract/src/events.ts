/** Kinds of the event stream (shapes, "events"). An event carries ids only, never content: `{"ids": […]}`. */
export const eventKinds = ['grant', 'revoke', 'exam', 'request', 'account', 'support', 'alarm', 'breach'] as const;
export type EventKind = (typeof eventKinds)[number];

/** Response header of the event stream. Set if the stream also sends the missed events of the requested period. */
export const replayHeader = 'events-told';

/**
 * Longest period of missed events that a client may request, in milliseconds. It covers the opening of a page with a
 * margin.
 */
export const maxReplayMs = 30_000;
