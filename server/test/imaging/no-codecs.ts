import { serveTasks } from '../../src/platform/workers/serve-tasks.ts';

/** The imaging thread of a machine on which no codec can be loaded. */
serveTasks(async () => ({ result: { kind: 'no-picture', fault: 'missing' } }));
