import { Slot } from 'radix-ui';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useLazyOpen } from '../feedback/use-lazy-open.ts';
import type { MenuProps } from './menu-items.ts';

const LazyMenu = lazyComponent(async () => (await import('./lazy-menu.tsx')).LazyMenu);

/**
 * A menu of further actions. `trigger` is a button element. It is a plain button until it is first pressed and the menu
 * is loaded, so it keeps the focus.
 */
export function Menu(props: MenuProps) {
  const openLazily = useLazyOpen(LazyMenu);
  const [openedBy, setOpenedBy] = useState<'key' | 'pointer' | null>(null);
  if (openedBy) return <LazyMenu {...props} openedBy={openedBy} />;
  const open = (by: 'key' | 'pointer') => openLazily(() => setOpenedBy(by));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    open('key');
  };
  return (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      data-state="closed"
      onClick={({ detail }: MouseEvent) => open(detail === 0 ? 'key' : 'pointer')} // Enter and Space have a click count of 0
      onKeyDown={onKeyDown}
    >
      {props.trigger}
    </Slot.Root>
  );
}
