import { useState } from 'react';
import { Note } from './note.tsx';
import { useLastError } from './toast.tsx';

/** What last failed on this page, where nothing else on it says so: the toast that told it goes by itself. Until dismissed, or the next toast. */
export function LastErrorMessage() {
  const { lastError, dismiss } = useLastError();
  const [previous] = useState(lastError); // it failed on another page
  if (lastError === null || lastError === previous) return null;
  return (
    <div className="mt-3">
      <Note variant="danger" title={lastError.title} live="off" onDismiss={dismiss}>
        {lastError.text}
      </Note>
    </div>
  );
}
