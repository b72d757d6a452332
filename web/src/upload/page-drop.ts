import { useEffect, useEffectEvent, useState } from 'react';
import { type DroppedFile, filesOfDrop } from './preflight/dropped-files.ts';

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/**
 * Accepts files dropped anywhere on the page. Returns true while files are dragged over it.
 * Without this, a drop outside the drop zone would open the file in the browser.
 */
export function usePageDrop(onFiles: (files: Promise<readonly DroppedFile[]>) => void): boolean {
  const [isOver, setOver] = useState(false);
  const onDropFiles = useEffectEvent(onFiles);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent) => {
      // relatedTarget is the next element inside the page, and null at the window's edge.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) onDropFiles(filesOfDrop(event.dataTransfer));
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
  return isOver;
}
