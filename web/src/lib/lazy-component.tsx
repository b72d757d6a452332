import { type ComponentType, lazy, Suspense } from 'react';

/**
 * Returns a component that loads when it is first rendered, for example a dialog: `const Edit = lazyComponent(async ()
 * => (await import('./edit.tsx')).Edit)`. Renders nothing until then.
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
