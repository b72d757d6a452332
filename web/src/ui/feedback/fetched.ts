/** Something fetched once, for all who want it; what failed is fetched again. */
export interface Fetched<Whole> {
  fetch: () => Promise<Whole>;
  /** What has come; undefined until then. */
  current: () => Whole | undefined;
}

/** For a part of which only what one sees at first comes with the screen. */
export function fetched<Whole>(load: () => Promise<Whole>): Fetched<Whole> {
  let come: Whole | undefined;
  return {
    current: () => come,
    fetch: async () => {
      come ??= await load();
      return come;
    },
  };
}
