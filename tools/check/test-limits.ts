/**
 * Limits that end a hanging test. They are sufficient for a machine ten times slower under load; no test depends on
 * them. Tests wait by `waitUntil` or `expect.poll`, which fail earlier.
 */
export const testLimits = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 240_000, interval: 20 } },
};
