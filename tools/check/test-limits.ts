/**
 * Ends a test that hangs. No test is about these: a machine that is ten times slower, with others at work on it, keeps them. What a test
 * waits for it waits for by `eventually` or `expect.poll`, which give up sooner and say what did not come about.
 */
export const testLimits = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 240_000, interval: 20 } },
};
