/** Stands until its owner writes the screen. */
export function DoctorPatientExams() {
  return <p>DoctorPatientExams</p>;
}
