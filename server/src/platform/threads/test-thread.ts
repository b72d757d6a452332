import { serveOrders } from './serve-orders.ts';

/** What the tests have a thread do. */
export type TestOrder = 'echo' | 'throw' | 'spin' | 'hog' | 'exit' | 'environment';

let carriedOut = 0;

serveOrders<TestOrder, string>(async (order) => {
  carriedOut += 1;
  switch (order) {
    case 'throw':
      throw Object.assign(new Error('it cannot be'), { code: 'E_TEST' });
    case 'spin':
      for (;;);
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
