import { type ComponentType, lazy, Suspense } from 'react';

/**
 * A part of a screen that loads when it is first shown, as a dialog does: `const Edit = later(async () => (await
 * import('./edit.tsx')).Edit)`. Until it is there nothing stands in its place.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  return function Later(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}
