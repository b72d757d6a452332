/** Stands until its owner writes the screen. */
export function CenterUpload() {
  return <p>CenterUpload</p>;
}
