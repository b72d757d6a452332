import { useState } from 'react';
import { Note } from './note.tsx';
import { useFailure } from './toast.tsx';

/** What last failed on this page, where nothing else on it says so: the toast that told it goes by itself. Until dismissed, or the next toast. */
export function LastFailure() {
  const { failure, dismiss } = useFailure();
  const [before] = useState(failure); // it failed on another page
  if (failure === null || failure === before) return null;
  return (
    <div className="mt-3">
      <Note tone="danger" title={failure.title} live="off" onDismiss={dismiss}>
        {failure.text}
      </Note>
    </div>
  );
}
