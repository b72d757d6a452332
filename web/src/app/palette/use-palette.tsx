import { type ReactNode, useEffect, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import type { Area } from '../layout/area.ts';

const Palette = lazyComponent(async () => (await import('./palette.tsx')).Palette);

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
    element: isOpen && <Palette area={area} onClose={() => setOpen(false)} />,
  };
}
