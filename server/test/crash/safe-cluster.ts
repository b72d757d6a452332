import type { TestProject } from 'vitest/node';
import { provideCluster } from '../harness/cluster.ts';

/**
 * Provides the run's cluster on a disk and with fsync, because the tests check durability. Two files run at a time, each
 * with two portals or more, and each portal takes 16 connections and some.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideCluster(project, { max_connections: '200' });
}
