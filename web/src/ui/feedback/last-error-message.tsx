import { useState } from 'react';
import { Note } from './note.tsx';
import { useLastError } from './toast.tsx';

/**
 * Shows the page's last error if only a toast reported it, because toasts disappear.
 * Disappears when dismissed or with the next toast.
 */
export function LastErrorMessage() {
  const { lastError, dismiss } = useLastError();
  const [previous] = useState(lastError); // an error from another page
  if (lastError === null || lastError === previous) return null;
  return (
    <div className="mt-3">
      <Note variant="danger" title={lastError.title} live="off" onDismiss={dismiss}>
        {lastError.text}
      </Note>
    </div>
  );
}
