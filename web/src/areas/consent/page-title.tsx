import { type ReactNode, useEffect, useRef } from 'react';

/** Shows the page's h1. With `focus` it takes the focus after an action, so a screen reader announces the new state. */
export function PageTitle({
  className = 'text-title',
  shouldFocus,
  children,
}: {
  className?: string;
  shouldFocus?: boolean;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!shouldFocus) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [shouldFocus]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
