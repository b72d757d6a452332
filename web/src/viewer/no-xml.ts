/** Replaces `xmlbuilder2` in the build (vite.config.ts): the application does not read or write XML. */
export function create(): never {
  throw new Error('XML is not supported');
}
