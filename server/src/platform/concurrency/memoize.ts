/** Calls `make` at the first question, and gives what it made from then on. */
export function memoize<T>(create: () => T): () => T {
  let result: { value: T } | undefined;
  return () => {
    result ??= { value: create() };
    return result.value;
  };
}
