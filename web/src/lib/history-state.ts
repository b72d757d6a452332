/**
 * The state of the current history entry, as React Router keeps it. It survives a reload, Back and Forward, and leaves
 * the browser with the tab.
 */
export function readHistoryState(): Readonly<Record<string, unknown>> {
  const state: unknown = window.history.state;
  const own = typeof state === 'object' && state !== null && 'usr' in state ? state.usr : null;
  return typeof own === 'object' && own !== null ? { ...own } : {};
}

/** Adds to the state of the current history entry, without a navigation. React Router reads it at the next one. */
export function addToHistoryState(added: Readonly<Record<string, unknown>>): void {
  const state: unknown = window.history.state;
  const entry = typeof state === 'object' && state !== null ? state : {};
  window.history.replaceState({ ...entry, usr: { ...readHistoryState(), ...added } }, '');
}
