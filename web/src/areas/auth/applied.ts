/** The state that the sign-up hands to the login page: an application was just sent. */
export const applied = { hasApplied: true } as const;

/** Whether a page was reached from a finished sign-up; router state is anything. */
export function hasApplied(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'hasApplied' in state && state.hasApplied === true;
}
