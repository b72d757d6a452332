/** The state that the sign-up hands to the login page: an application was just sent, and perhaps a mail to confirm it. */
export const applicationSentState = { application: 'sent' } as const;
export const applicationToConfirmState = { application: 'to-confirm' } as const;

/** Whether a page was reached from a finished sign-up, and how that stands; router state is anything. */
export function readApplication(state: unknown): 'sent' | 'to-confirm' | undefined {
  if (typeof state !== 'object' || state === null || !('application' in state)) return undefined;
  const { application } = state;
  return application === 'sent' || application === 'to-confirm' ? application : undefined;
}
