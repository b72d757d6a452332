import { type ComponentType, lazy, Suspense } from 'react';

/**
 * A part of a screen that loads when it is first shown, as a dialog does: `const Edit = later(async () => (await
 * import('./edit.tsx')).Edit)`. Until it is there nothing stands in its place.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Component = lazy(async () => ({ default: await load() }));
  return function LazyComponent(props: Props) {
    return (
      <Suspense fallback={null}>
        <Component {...props} />
      </Suspense>
    );
  };
}
