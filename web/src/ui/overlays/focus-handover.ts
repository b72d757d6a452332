import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** On what goes from the page by itself (a row, a card): had it the focus, the page's heading takes it, and the keyboard does not begin anew. */
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

/** On what takes a form's place: takes the focus that went with the form; one who is elsewhere on the page is left there. */
export function useFocusTakeover<Part extends HTMLElement>(isActive: boolean): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  useEffect(() => {
    if (isActive && document.activeElement === document.body) ref.current?.focus();
  }, [isActive]);
  return ref;
}
