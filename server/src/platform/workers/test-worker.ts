import { serveTasks } from './serve-tasks.ts';

/** The tasks of the tests. */
export type TestTask = 'echo' | 'throw' | Spin | 'hog' | 'exit' | 'environment';

/** Sets the first number of the memory to 1 and runs forever. */
export interface Spin {
  readonly spinning: SharedArrayBuffer;
}

let completedCount = 0;

serveTasks<TestTask, string>(async (task) => {
  completedCount += 1;
  if (typeof task === 'object') {
    Atomics.store(new Int32Array(task.spinning), 0, 1);
    for (;;);
  }
  switch (task) {
    case 'throw':
      throw Object.assign(new Error('it cannot be'), { code: 'E_TEST' });
    case 'hog': {
      const memory: number[][] = [];
      for (;;) memory.push(Array.from({ length: 100_000 }, (_, index) => index + memory.length));
    }
    case 'exit':
      process.exit(3);
      break;
    case 'environment':
      return { result: Object.keys(process.env).join(' ') };
    case 'echo':
      return { result: `task ${completedCount}` };
  }
  return { result: '' };
});
