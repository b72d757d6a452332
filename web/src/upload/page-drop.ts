import { useEffect, useEffectEvent, useState } from 'react';
import { type DroppedFile, filesOfDrop } from './preflight/dropped-files.ts';

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** Takes files dropped anywhere on the page. True while some are held above it. A drop beside it would open the file instead. */
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
      // Between two elements of the page there is a next one; at the window's edge there is none.
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
