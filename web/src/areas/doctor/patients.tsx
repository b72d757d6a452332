/** Stands until its owner writes the screen. */
export function DoctorPatients() {
  return <p>DoctorPatients</p>;
}
