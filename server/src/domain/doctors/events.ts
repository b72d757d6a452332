/** An administrator suspended a doctor. Emitted before the suspension is recorded. */
export interface DoctorSuspended {
  readonly doctorId: string;
  readonly userId: string;
}

/** An administrator rejected a doctor. Emitted before the rejection is recorded. */
export interface DoctorRejected {
  readonly doctorId: string;
  readonly userId: string;
}
