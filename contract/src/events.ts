/** Kinds of the event stream (shapes, "events"). An event carries ids only, never content: `{"ids": […]}`. */
export const eventKinds = ['grant', 'revoke', 'exam', 'request', 'account', 'support', 'alarm'] as const;
export type EventKind = (typeof eventKinds)[number];

/** Stands on the stream's answer where it tells what happened before it stood too, as far back as was asked. */
export const replayHeader = 'events-told';

/** How far back may be asked, in milliseconds: as long as a page takes to open, and then some. */
export const maxReplayMs = 30_000;
