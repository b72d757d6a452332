/**
 * For `expect.poll` of a call: the clock of a test stands, so the limit of requests a minute is never renewed, and faster
 * polling would use it up while a slow machine still works.
 */
export const unlimited = { interval: 1_000 } as const;
