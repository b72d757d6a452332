/** Stands until its owner writes the screen. */
export function MedicalCenterSignup() {
  return <p>MedicalCenterSignup</p>;
}
