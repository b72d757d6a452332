import * as z from 'zod';

/** Kinds of the event stream (shapes, "events"). An event carries ids only, never content. */
export const eventKinds = ['grant', 'revoke', 'exam', 'request', 'account', 'support'] as const;
export type EventKind = (typeof eventKinds)[number];

export const eventData = z.object({ ids: z.array(z.string()) });
