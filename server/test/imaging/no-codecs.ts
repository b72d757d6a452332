import { serveOrders } from '../../src/platform/workers/serve-orders.ts';

/** The imaging thread of a machine on which no codec can be loaded. */
serveOrders(async () => ({ result: { act: 'no-picture', fault: 'missing' } }));
