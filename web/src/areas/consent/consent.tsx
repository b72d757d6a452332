/** Stands until its owner writes the screen. */
export function Consent() {
  return <p>Consent</p>;
}
