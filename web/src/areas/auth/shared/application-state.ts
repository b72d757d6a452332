/**
 * The router state that the sign-up passes to the login page: the application was sent, or also needs an email
 * confirmation.
 */
export const applicationSentState = { application: 'sent' } as const;
export const applicationToConfirmState = { application: 'to-confirm' } as const;

/** Returns the state that a finished sign-up passed, or undefined. Router state can be any value. */
export function readApplication(state: unknown): 'sent' | 'to-confirm' | undefined {
  if (typeof state !== 'object' || state === null || !('application' in state)) return undefined;
  const { application } = state;
  return application === 'sent' || application === 'to-confirm' ? application : undefined;
}
