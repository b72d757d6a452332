/** A center changed a patient's details. Emitted last: after the row's update and the audit event. */
export interface PatientChanged {
  readonly patientId: string;
  readonly centerId: string;
}

/**
 * A patient has another phone number. Emitted after the row's update and before the audit event, which stores the
 * handlers' counts. `PatientChanged` follows.
 */
export interface PatientPhoneChanged {
  readonly patientId: string;
  readonly centerId: string;
}
