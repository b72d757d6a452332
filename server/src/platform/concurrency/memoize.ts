/** Returns a function that calls `create` at its first call and returns the same result from then on. */
export function memoize<T>(create: () => T): () => T {
  let result: { value: T } | undefined;
  return () => {
    result ??= { value: create() };
    return result.value;
  };
}
