/** Stands until its owner writes the screen. */
export function AdminUsers() {
  return <p>AdminUsers</p>;
}
