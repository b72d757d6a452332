import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Area } from '../layout/area.ts';

// Loaded when it is first opened.
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** Opens the palette with Ctrl/Cmd+K anywhere in the area. The header's button calls `open`. */
export function usePalette(area: Area): { open: () => void; element: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen((wasOpen) => !wasOpen);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return {
    open: () => setOpen(true),
    element: isOpen && (
      <Suspense>
        <Palette area={area} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
