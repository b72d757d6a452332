/** The areas of texts that this module and its static imports use. The build replaces it (`web/text-areas.ts`). */
declare const __TEXT_AREAS__: readonly import('@medcloud/text/catalogue').Area[];
