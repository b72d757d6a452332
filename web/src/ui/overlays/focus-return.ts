import { useRef } from 'react';

/** Finds the focused element. For a menu item, which unmounts, returns the menu's button. */
function findOpener(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const button = menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : active;
  return button instanceof HTMLElement ? button : null;
}

/**
 * A dialog that replaced the closed one has the focus in a control. A dialog below the closed one has it itself: Radix
 * puts it there until it is returned.
 */
function isInOtherDialog(active: Element | null): boolean {
  return active?.parentElement?.closest('[role="dialog"]') instanceof HTMLElement;
}

/** What takes the focus in a dialog without fields; otherwise it is the first element that can. */
const firstFocus = '[data-first-focus]';

/**
 * Returns the focus to the element that opened a dialog, or to the page's heading if that element is gone.
 * Radix does this only for its own triggers.
 */
export function useFocusReturn() {
  const openerRef = useRef<HTMLElement>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      openerRef.current = findOpener();
      const first = event.currentTarget instanceof HTMLElement && event.currentTarget.querySelector(firstFocus);
      if (!(first instanceof HTMLElement)) return;
      event.preventDefault();
      first.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (isInOtherDialog(document.activeElement)) return;
      const target = openerRef.current?.isConnected
        ? openerRef.current
        : document.querySelector<HTMLElement>('main h1');
      target?.focus();
    },
  };
}
