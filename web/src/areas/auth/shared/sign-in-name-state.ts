/** The router state that an accepted invitation passes to the center's login: the name to sign in with. */
export const signInNameState = (signInName: string) => ({ signInName });

/** Returns the name that an accepted invitation passed, or none. Router state can be any value. */
export function readSignInName(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('signInName' in state)) return '';
  return typeof state.signInName === 'string' ? state.signInName : '';
}
