/** A center signed in. Emitted before the sign-in is recorded. */
export interface CenterSignedIn {
  readonly centerId: string;
}
