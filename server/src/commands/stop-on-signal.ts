/** Aborts at the first SIGINT or SIGTERM, so that a command can end between two steps; a second one ends it at once. */
export function stopOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}
