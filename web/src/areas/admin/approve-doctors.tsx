/** Stands until its owner writes the screen. */
export function ApproveDoctors() {
  return <p>ApproveDoctors</p>;
}
