import { useRef } from 'react';

/** What had the focus before: a menu's item is gone by then, so the button that opened the menu stands for it. */
function findOpener(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const button = menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : active;
  return button instanceof HTMLElement ? button : null;
}

/** Gives the focus back to whatever opened a dialog, or to the page's heading where that is gone. Radix does so only for triggers of its own. */
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
