/** Grants of one doctor were given, changed in days or exam types, or revoked. Emitted after their rows say so. */
export interface AccessChanged {
  readonly accessIds: readonly string[];
}
