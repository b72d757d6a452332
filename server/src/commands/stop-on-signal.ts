/**
 * Returns a signal that aborts at the first SIGINT or SIGTERM, so a command can stop between two steps. A second one
 * ends the process at once.
 */
export function stopOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}
