import { useEffect } from 'react';

// The mark of `aria-hidden`, with which Radix hides what is behind.
const mark = 'data-aria-hidden';

/** While a list is open above the page: what is hidden from readers takes no focus either (WAI-ARIA 1.2, aria-hidden). */
export function useInertBehind(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    const stilled = new Set<HTMLElement>();
    const still = () => {
      for (const element of document.querySelectorAll<HTMLElement>(`[${mark}="true"]:not([inert])`)) {
        element.inert = true;
        stilled.add(element);
      }
    };
    const watch = new MutationObserver(still);
    watch.observe(document.body, { subtree: true, attributes: true, attributeFilter: [mark] });
    still();
    return () => {
      watch.disconnect();
      for (const element of stilled) element.inert = false;
    };
  }, [open]);
}
