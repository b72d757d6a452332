import { useEffect, useState } from 'react';
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type * as z from 'zod';
import { useUiText } from '../text/language.tsx';
import { useToast } from '../ui/feedback/toast.tsx';

/** Fetches once; what failed is fetched again by the next who asks. */
function once<Value>(fetch: () => Promise<Value>): () => Promise<Value> {
  let fetched: Promise<Value> | null = null;
  return () => {
    fetched ??= fetch().catch((error: unknown) => {
      fetched = null;
      throw error;
    });
    return fetched;
  };
}

/** Nothing may be sent unchecked: an error beside no field, as `root` would not hold the form back. */
function unchecked<Fields extends FieldValues>(): { values: Record<string, never>; errors: FieldErrors<Fields> } {
  const errors: FieldErrors<Fields> = {};
  set(errors, 'shape', { type: 'shape' });
  return { values: {}, errors };
}

/** Answers the last who asked; who asked before is never answered, so that a second Enter while one waits sends once. */
function onlyLast(): <Value>(asked: Promise<Value>) => Promise<Value> {
  let last = 0;
  return (asked) => {
    last += 1;
    const mine = last;
    return new Promise((resolve, reject) => {
      asked.then(
        (value) => mine === last && resolve(value),
        (error: unknown) => mine === last && reject(error),
      );
    });
  };
}

type Load<Output> = () => Promise<z.ZodType<Output>>;

/**
 * A contract shape as the resolver of a screen's form (`shapeResolver`), fetched as soon as the form stands instead of
 * with the screen: zod and the shapes are 24 KB (docs/decisions/013). What is sent before it is there waits for it; where
 * it cannot be had, that is said and nothing is sent. `load` is read once: `async () => (await import('…')).emailLogin`.
 */
export function useShape<Fields extends FieldValues, Output>(load: Load<Output>): Resolver<Fields, unknown, Output> {
  const toast = useToast();
  const t = useUiText();
  const [{ fetched, whole }] = useState(() => {
    const resolver = async () => {
      const [{ shapeResolver }, shape] = await Promise.all([import('./resolver.ts'), load()]);
      return shapeResolver<Fields, Output>(shape);
    };
    return { fetched: once(resolver), whole: onlyLast() };
  });
  useEffect(() => {
    fetched().catch((error: unknown) => console.error(error)); // asked for again when it is needed
  }, [fetched]);
  return async (values, context, options) => {
    // A field that is left is checked by itself, the whole form when it is sent.
    const isWhole = options.names?.length !== 1 || Object.keys(values).length === 1;
    try {
      const resolve = await (isWhole ? whole(fetched()) : fetched());
      return await resolve(values, context, options);
    } catch (error) {
      console.error(error);
      if (isWhole) toast({ tone: 'danger', title: t('error.noAnswer'), alsoInPage: true });
      return unchecked<Fields>();
    }
  };
}
