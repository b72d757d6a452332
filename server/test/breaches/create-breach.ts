import { routes } from '@medcloud/contract';
import type { Client } from '../harness/client.ts';

const hourMs = 3_600_000;

/** Returns the facts of a breach that happened three hours ago and was noticed an hour ago. */
export function breachFacts(now = new Date()) {
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs).toISOString();
  return {
    title: 'A stolen laptop',
    description: 'A laptop with an open session was stolen.',
    happenedFrom: ago(3),
    noticedAt: ago(1),
    noticedBy: 'IT support',
    highRisk: true,
    scopeKind: 'period' as const,
    scopeFrom: ago(24),
    scopeTo: now.toISOString(),
  };
}

/** Opens a record with these facts and others in their place. */
export async function createBreach(admin: Client, others: object = {}) {
  const { breach } = await admin.call(routes.breaches.openBreach, { body: { ...breachFacts(), ...others } });
  return breach;
}
