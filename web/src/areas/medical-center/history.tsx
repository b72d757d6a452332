/** Stands until its owner writes the screen. */
export function CenterHistory() {
  return <p>CenterHistory</p>;
}
