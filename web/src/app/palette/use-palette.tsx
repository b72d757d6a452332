import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Area } from '../layout/area.ts';

// Fetched when it is first opened.
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** Opens by Ctrl or Cmd and K from anywhere in the area, or by the field in the header. */
export function usePalette(area: Area): { open: () => void; drawn: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen((was) => !was);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
  return {
    open: () => setOpen(true),
    drawn: isOpen && (
      <Suspense>
        <Palette area={area} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
