/** Kinds of the event stream (shapes, "events"). An event carries ids only, never content: `{"ids": […]}`. */
export const eventKinds = ['grant', 'revoke', 'exam', 'request', 'account', 'support', 'alarm'] as const;
export type EventKind = (typeof eventKinds)[number];
