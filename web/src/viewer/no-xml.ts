/** Stands in the build for `xmlbuilder2` (vite.config.ts): nothing of ours reads or writes XML. */
export function create(): never {
  throw new Error('There is no XML here');
}
