import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';

// A browser opens six connections to an HTTP/1.1 server: the screen's own requests go first.
const preloadDelayMs = 500;

export interface Preloadable {
  /** Loads the component ahead of its first render. A failed load is repeated by the next call. */
  preload: () => Promise<unknown>;
}

interface LazyComponent<Props extends object> extends Preloadable {
  (props: Props): ReactNode;
}

/**
 * Returns a component that loads when it is first rendered, for example a dialog: `const Edit = lazyComponent(async ()
 * => (await import('./edit.tsx')).Edit)`. Renders `fallback` until then. A failed load is repeated by the next mount; it
 * throws to the error boundary, or shows the fallback if there is one.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    Loaded ??= await load();
    return Loaded;
  };
  const loadOrFallBack = async () => {
    try {
      return { default: await preload() };
    } catch (error) {
      if (fallback === undefined) throw error;
      console.error(error);
      return { default: () => fallback };
    }
  };
  function LazyComponent(props: Props) {
    // React.lazy keeps a failed load, so each mount has its own.
    const [Component] = useState(() => Loaded ?? lazy<ComponentType<Props>>(loadOrFallBack));
    return (
      <Suspense fallback={fallback}>
        <Component {...props} />
      </Suspense>
    );
  }
  return Object.assign(LazyComponent, { preload });
}

/**
 * Loads a component ahead of need, 500 ms after mount. Returns whether it is loaded. A failed load is logged and
 * repeated when the component is needed.
 */
export function usePreload({ preload }: Preloadable): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const load = () =>
      preload().then(
        () => setLoaded(true),
        (error: unknown) => console.error(error),
      );
    const timer = setTimeout(load, preloadDelayMs);
    return () => clearTimeout(timer);
  }, [preload]);
  return isLoaded;
}
