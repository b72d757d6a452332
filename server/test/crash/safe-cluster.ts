import type { TestProject } from 'vitest/node';
import { provideCluster } from '../harness/cluster.ts';

/** The run's cluster on a disk and with fsync, since what is tested is what survives. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideCluster(project, { max_connections: '50' });
}
