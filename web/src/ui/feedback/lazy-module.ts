/** A module that loads once and is shared. A failed load can be repeated. */
export interface LazyModule<Value> {
  load: () => Promise<Value>;
  /** The loaded value, or undefined. */
  current: () => Value | undefined;
}

/** Creates a lazy module, for code that is not needed when the screen first renders. */
export function lazyModule<Value>(load: () => Promise<Value>): LazyModule<Value> {
  let loaded: Value | undefined;
  return {
    current: () => loaded,
    load: async () => {
      loaded ??= await load();
      return loaded;
    },
  };
}
