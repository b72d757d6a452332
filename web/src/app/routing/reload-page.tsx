import { useEffect } from 'react';

/** A page that the build renders stands outside the application: arriving at its address loads it. */
export function ReloadPage() {
  useEffect(() => window.location.reload(), []);
  return null;
}
