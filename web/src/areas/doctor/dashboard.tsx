/** Stands until its owner writes the screen. */
export function DoctorDashboard() {
  return <p>DoctorDashboard</p>;
}
