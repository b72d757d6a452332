import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AttackedPortal, startAttackedPortal } from './attacked-portal.ts';
import { refusedStatements } from './injected-statements.ts';

/** T-RLS3: each injected statement in one scope in turn. The deep test plays all of them in all scopes. */
describe('statements injected into used connections (T-RLS3)', () => {
  let portal: AttackedPortal;
  beforeAll(async () => {
    portal = await startAttackedPortal();
    await portal.sendRequests();
  });
  afterAll(() => portal.testApp.close());

  it('show no foreign row and write none', async () => {
    const { attacker, scopes, statements } = portal;
    const before = await portal.hashTables();
    for (const [index, statement] of statements.entries()) {
      const scope = scopes[index % scopes.length];
      if (scope !== undefined) await attacker.play(scope, statement);
    }
    expect(attacker.seen).toEqual([]);
    expect(attacker.count).toBeGreaterThan(140);
    expect(attacker.succeeded.filter((statement) => refusedStatements.includes(statement))).toEqual([]);
    expect(await portal.hashTables()).toEqual(before);
    const { centerB } = portal.testApp.fixtures;
    const response = await centerB.client.raw('GET', '/api/medical-center/patients');
    expect([response.status, await response.json()]).toMatchObject([200, [{ patientId: centerB.patient.patientId }]]);
  });
});
