import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Returns a ref for an element that may unmount while it has the focus (a row, a card). The page's heading then takes
 * the focus, so keyboard users keep their position.
 */
export function useFocusHandover<Part extends HTMLElement>(): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) document.querySelector<HTMLElement>('main h1')?.focus();
    };
  }, []);
  return ref;
}

/**
 * Returns a ref for an element that replaces a form. It takes the focus if the focused element unmounted with the form.
 */
export function useFocusTakeover<Part extends HTMLElement>(isActive: boolean): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  useEffect(() => {
    if (isActive && document.activeElement === document.body) ref.current?.focus();
  }, [isActive]);
  return ref;
}
