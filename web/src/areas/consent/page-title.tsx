import { type ReactNode, useEffect, useRef } from 'react';

/** The page's h1. When it changes after an act, it takes the focus, so that a reader hears what is so now. */
export function PageTitle({
  className = 'text-title',
  focus,
  children,
}: {
  className?: string;
  focus?: boolean;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!focus) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [focus]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
