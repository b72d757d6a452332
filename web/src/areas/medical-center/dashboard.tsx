/** Stands until its owner writes the screen. */
export function CenterDashboard() {
  return <p>CenterDashboard</p>;
}
