import type { AppContext } from '../../core/context.ts';

/** What reporting a document needs, with what its answer causes. */
export type ReportContext = Pick<
  AppContext,
  'db' | 'queue' | 'keys' | 'clock' | 'random' | 'settings' | 'events' | 'reachFaultPoint'
>;
