import { useRef } from 'react';

/** Finds the focused element. For a menu item, which unmounts, returns the menu's button. */
function findOpener(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const button = menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : active;
  return button instanceof HTMLElement ? button : null;
}

/**
 * Returns the focus to the element that opened a dialog, or to the page's heading if that element is gone.
 * Radix does this only for its own triggers.
 */
export function useFocusReturn() {
  const openerRef = useRef<HTMLElement>(null);
  return {
    onOpenAutoFocus: () => {
      openerRef.current = findOpener();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const target = openerRef.current?.isConnected
        ? openerRef.current
        : document.querySelector<HTMLElement>('main h1');
      target?.focus();
    },
  };
}
