import { useEffect } from 'react';

// The mark of `aria-hidden`, with which Radix hides what is behind.
const hiddenAttribute = 'data-aria-hidden';

/** While a list is open above the page: what is hidden from readers takes no focus either (WAI-ARIA 1.2, aria-hidden). */
export function useInertBackground(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    const inertElements = new Set<HTMLElement>();
    const hideFromFocus = () => {
      for (const element of document.querySelectorAll<HTMLElement>(`[${hiddenAttribute}="true"]:not([inert])`)) {
        element.inert = true;
        inertElements.add(element);
      }
    };
    const observer = new MutationObserver(hideFromFocus);
    observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: [hiddenAttribute] });
    hideFromFocus();
    return () => {
      observer.disconnect();
      for (const element of inertElements) element.inert = false;
    };
  }, [open]);
}
