import { useEffect } from 'react';

/** Reloads the document: pages rendered by the build are not part of the application. */
export function ReloadPage() {
  useEffect(() => window.location.reload(), []);
  return null;
}
