import { serveTasks } from '../../src/platform/workers/serve-tasks.ts';

/** Imaging worker that fails as on a machine without codecs. */
serveTasks(async () => ({ result: { kind: 'render-fault', fault: 'missing' } }));
