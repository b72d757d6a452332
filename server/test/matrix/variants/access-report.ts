import { expect } from 'vitest';
import { type Attempt, plain, type Variant, type Variants } from '../attempt.ts';
import { expectNoP1 } from './center.ts';

const period = { from: '2026-01-01', to: '2026-12-31' };

/** A report on P1. An administrator gets no name. */
const onP1 = (path: string, more: Record<string, string> = {}): Variant =>
  plain(
    ({ fixture }: Attempt) => {
      const subject = `patient:${fixture.testApp.fixtures.centerA.patient.patientId}`;
      return { method: 'GET', path: `${path}?${new URLSearchParams({ subject, ...period, ...more })}` };
    },
    (response, { actor, fixture }) => {
      const { lastName } = fixture.testApp.fixtures.centerA.patient;
      if (actor === 'admin') expect(response.text).not.toContain(lastName);
      if (actor === 'center_b') expectNoP1(response, fixture);
    },
  );

const search = (path: string): Variant =>
  plain(
    () => ({ method: 'GET', path: `${path}?search=${encodeURIComponent('Παπαδοπούλου')}` }),
    (response, { actor, fixture }) => {
      if (actor !== 'center_a') expectNoP1(response, fixture);
    },
  );

/** Who saw a record: the center's own and the administrator's report. */
export const accessReport: Variants = Object.fromEntries(
  ['/api/medical-center/access-report', '/api/admin/access-report'].flatMap((path) => [
    [`GET ${path} default`, onP1(path)],
    [`GET ${path}/export default`, onP1(`${path}/export`, { format: 'csv' })],
    [`GET ${path}/subjects default`, search(`${path}/subjects`)],
  ]),
);
