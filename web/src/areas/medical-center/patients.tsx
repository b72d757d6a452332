/** Stands until its owner writes the screen. */
export function CenterPatients() {
  return <p>CenterPatients</p>;
}
