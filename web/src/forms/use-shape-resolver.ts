import { useEffect, useState } from 'react';
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type * as z from 'zod';
import { useUiText } from '../text/language.tsx';
import { useToast } from '../ui/feedback/toast.tsx';

/** Fetches once; what failed is fetched again by the next who asks. */
function loadOnce<Value>(fetch: () => Promise<Value>): () => Promise<Value> {
  let pending: Promise<Value> | null = null;
  return () => {
    pending ??= fetch().catch((error: unknown) => {
      pending = null;
      throw error;
    });
    return pending;
  };
}

/** Nothing may be sent unchecked: an error beside no field, as `root` would not hold the form back. */
function createUncheckedResult<Fields extends FieldValues>(): {
  values: Record<string, never>;
  errors: FieldErrors<Fields>;
} {
  const errors: FieldErrors<Fields> = {};
  set(errors, 'shape', { type: 'shape' });
  return { values: {}, errors };
}

/** Answers the last who asked; who asked before is never answered, so that a second Enter while one waits sends once. */
function createLatestOnly(): <Value>(promise: Promise<Value>) => Promise<Value> {
  let lastCall = 0;
  return (promise) => {
    lastCall += 1;
    const ownCall = lastCall;
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => ownCall === lastCall && resolve(value),
        (error: unknown) => ownCall === lastCall && reject(error),
      );
    });
  };
}

type LoadShape<Output> = () => Promise<z.ZodType<Output>>;

/**
 * A contract shape as the resolver of a screen's form (`shapeResolver`), fetched as soon as the form stands instead of
 * with the screen: zod and the shapes are 24 KB (docs/decisions/013). What is sent before it is there waits for it; where
 * it cannot be had, that is said and nothing is sent. `load` is read once: `async () => (await import('…')).emailLogin`.
 */
export function useShapeResolver<Fields extends FieldValues, Output>(
  load: LoadShape<Output>,
): Resolver<Fields, unknown, Output> {
  const toast = useToast();
  const t = useUiText();
  const [{ loadResolver, onlyLatest }] = useState(() => {
    const resolver = async () => {
      const [{ createShapeResolver }, shape] = await Promise.all([import('./shape-resolver.ts'), load()]);
      return createShapeResolver<Fields, Output>(shape);
    };
    return { loadResolver: loadOnce(resolver), onlyLatest: createLatestOnly() };
  });
  useEffect(() => {
    loadResolver().catch((error: unknown) => console.error(error)); // asked for again when it is needed
  }, [loadResolver]);
  return async (values, context, options) => {
    // A field that is left is checked by itself, the whole form when it is sent.
    const isSubmit = options.names?.length !== 1 || Object.keys(values).length === 1;
    try {
      const resolve = await (isSubmit ? onlyLatest(loadResolver()) : loadResolver());
      return await resolve(values, context, options);
    } catch (error) {
      console.error(error);
      if (isSubmit) toast({ variant: 'danger', title: t('error.noAnswer'), isShownInPage: true });
      return createUncheckedResult<Fields>();
    }
  };
}
