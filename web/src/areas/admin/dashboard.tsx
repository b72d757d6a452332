/** Stands until its owner writes the screen. */
export function AdminDashboard() {
  return <p>AdminDashboard</p>;
}
