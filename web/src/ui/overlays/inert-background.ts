import { useEffect } from 'react';

// The `aria-hidden` package marks elements that Radix hides in the background with this attribute.
const hiddenAttribute = 'data-aria-hidden';

/**
 * Makes elements inert while `open` hides them from screen readers: they must not take focus (WAI-ARIA 1.2,
 * aria-hidden).
 */
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
