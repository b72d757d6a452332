import { serveOrders } from './serve-orders.ts';

/** What the tests have a thread do. */
export type TestOrder = 'echo' | 'throw' | Spin | 'hog' | 'exit' | 'environment';

/** Sets the first number of the memory to 1, and never ends. */
export interface Spin {
  readonly spinning: SharedArrayBuffer;
}

let carriedOut = 0;

serveOrders<TestOrder, string>(async (order) => {
  carriedOut += 1;
  if (typeof order === 'object') {
    Atomics.store(new Int32Array(order.spinning), 0, 1);
    for (;;);
  }
  switch (order) {
    case 'throw':
      throw Object.assign(new Error('it cannot be'), { code: 'E_TEST' });
    case 'hog': {
      const held: number[][] = [];
      for (;;) held.push(Array.from({ length: 100_000 }, (_, index) => index + held.length));
    }
    case 'exit':
      process.exit(3);
      break;
    case 'environment':
      return { result: Object.keys(process.env).join(' ') };
    case 'echo':
      return { result: `order ${carriedOut}` };
  }
  return { result: '' };
});
