/** A center changed a patient's details. Emitted after the change was recorded. */
export interface PatientChanged {
  readonly patientId: string;
  readonly centerId: string;
}

/** A patient has another phone number. Emitted before the change is recorded. */
export interface PatientPhoneChanged {
  readonly patientId: string;
  readonly centerId: string;
}
