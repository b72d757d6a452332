import { useEffect, useState } from 'react';
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type * as z from 'zod';
import { loadOnce } from '../lib/load-once.ts';
import { useUiText } from '../text/language.tsx';
import { useToast } from '../ui/feedback/toast.tsx';

/**
 * Returns an error so that unvalidated values are not sent. It names no field; an error at `root` would not stop the
 * form.
 */
function createUncheckedResult<Fields extends FieldValues>(): {
  values: Record<string, never>;
  errors: FieldErrors<Fields>;
} {
  const errors: FieldErrors<Fields> = {};
  set(errors, 'shape', { type: 'shape' });
  return { values: {}, errors };
}

/** Settles only the latest call. Earlier calls stay pending, so a second Enter during the load submits once. */
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
 * Returns a resolver of a contract shape (`createShapeResolver`). It loads when the form is mounted and not with the
 * screen, because zod and the shapes are 24 KB (docs/decisions/013). A submission waits for it. If loading fails, a
 * toast reports it and nothing is sent. `load` and `transform` are read once: `async () => (await
 * import('…')).emailLogin`; `transform` converts the form's values to the shape's input if they differ.
 */
export function useShapeResolver<Fields extends FieldValues, Output>(
  load: LoadShape<Output>,
  transform?: (values: Fields) => unknown,
): Resolver<Fields, unknown, Output> {
  const toast = useToast();
  const t = useUiText();
  const [{ loadResolver, onlyLatest }] = useState(() => {
    const resolver = async () => {
      const [{ createShapeResolver }, shape] = await Promise.all([import('./shape-resolver.ts'), load()]);
      return createShapeResolver<Fields, Output>(shape, transform);
    };
    return { loadResolver: loadOnce(resolver), onlyLatest: createLatestOnly() };
  });
  useEffect(() => {
    loadResolver().catch((error: unknown) => console.error(error)); // loaded again when needed
  }, [loadResolver]);
  return async (values, context, options) => {
    // A blurred field is validated alone, a submission validates the whole form.
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
