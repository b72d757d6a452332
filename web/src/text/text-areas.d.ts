/** The areas of texts that this module and its static imports use. The build replaces it (`web/text-areas.ts`). */
declare const __TEXT_AREAS__: readonly import('@medcloud/text/catalogue').Area[];

/** The paths of all texts that this module and its static and lazy imports use, for `import.meta.glob`. */
declare const __TEXT_PATHS__: string[];
