/** Something fetched once, for all who want it; what failed is fetched again. */
export interface LazyModule<Value> {
  load: () => Promise<Value>;
  /** What has come; undefined until then. */
  current: () => Value | undefined;
}

/** For a part of which only what one sees at first comes with the screen. */
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
