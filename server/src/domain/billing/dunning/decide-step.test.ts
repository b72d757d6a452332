import { describe, expect, it } from 'vitest';
import { addDays } from '../../../platform/time/days.ts';
import type { AttemptState } from '../payments/attempt-states.ts';
import { type DunnedAccount, decideStep } from './decide-step.ts';

const unpaid = { id: 'due', charges: [], isPaying: false } as const;
const account: DunnedAccount = {
  state: 'active',
  since: '2026-01-01',
  cancelAtEnd: false,
  nextDueOn: '2026-12-11',
  periodMonths: 12,
  chargesCard: false,
  end: '2026-12-31',
  graceEnd: null,
  due: { ...unpaid, kind: 'first', dueOn: '2026-01-15', hasInvoice: true },
  sent: [],
};

it('ends an account whose access an administrator let end before its invoice is due', () => {
  const cut = { ...account, end: '2026-01-05' };
  expect(decideStep(cut, '2026-01-05', 9)).toBeNull();
  expect(decideStep(cut, '2026-01-06', 9)).toEqual({ act: 'end' });
  expect(decideStep({ ...cut, graceEnd: '2026-01-20' }, '2026-01-06', 9)).toBeNull();
});

it('sends mails only after their hour, and only the latest of those that a standstill missed', () => {
  const due = { ...unpaid, kind: 'renewal', dueOn: '2026-12-31', hasInvoice: false } as const;
  const renewal = { ...account, due };
  expect(decideStep(renewal, '2026-12-26', 8)).toBeNull();
  expect(decideStep(renewal, '2026-12-26', 9)).toEqual({ act: 'mail', mail: 'soon', since: '2026-12-31' });
});

it('gives no grace where a later period has begun already', () => {
  const due = { ...unpaid, kind: 'renewal', dueOn: '2026-12-31', hasInvoice: false } as const;
  expect(decideStep({ ...account, due }, '2026-12-31', 8)).toMatchObject({ act: 'extend' });
  expect(decideStep({ ...account, due, end: '2027-12-31' }, '2026-12-31', 8)).toBeNull();
});

/** Takes the steps of a renewal by card from the last day of the period on. Returns them by days since it. */
function runRenewal(answers: readonly AttemptState[], isHard = false): string[] {
  const due = { ...unpaid, kind: 'renewal', dueOn: '2026-12-31', hasInvoice: false } as const;
  let now: DunnedAccount = { ...account, chargesCard: true, due };
  const steps: string[] = [];
  const charges: { day: string; state: AttemptState }[] = [];
  for (let days = 0; days <= 16; days += 1)
    for (const hour of [0, 3, 9]) {
      const day = addDays(due.dueOn, days);
      for (
        let step = decideStep(now, day, hour);
        step !== null && now.due !== null;
        step = decideStep(now, day, hour)
      ) {
        steps.push(`${days} ${step.act === 'mail' ? step.mail : step.act}`);
        if (step.act === 'end') return steps;
        if (step.act === 'extend') now = { ...now, graceEnd: step.until };
        if (step.act === 'mark_late') now = { ...now, state: 'past_due', since: day };
        if (step.act === 'mail') now = { ...now, sent: [...now.sent, { ...step, sentOn: day }] };
        if (step.act !== 'charge') continue;
        charges.push({ day, state: answers[charges.length] ?? 'refused' });
        now = { ...now, chargesCard: !isHard, due: { ...due, charges: [...charges] } };
      }
    }
  return steps;
}

describe('a renewal by card', () => {
  it('is charged on the last day and 1, 3, 7 and 10 days later, and ends after 14 days', () => {
    const first = ['0 extend', '0 charge', '0 card_failed', '1 mark_late', '1 charge', '1 card_failed'];
    const later = ['3 charge', '3 card_failed', '7 charge', '7 card_failed', '7 last', '10 charge', '10 card_failed'];
    expect(runRenewal([])).toEqual([...first, ...later, '15 end']);
  });

  it('is not charged again after a refusal for good, or where the bank wants the payer', () => {
    expect(runRenewal([], true)).toEqual(['0 extend', '0 charge', '0 card_failed', '1 mark_late', '7 last', '15 end']);
    expect(runRenewal(['needs_person'])).toEqual(['0 extend', '0 charge', '1 mark_late', '7 last', '15 end']);
  });

  it('is told of a charge that never arrived as of any late payment', () => {
    expect(runRenewal(['failed', 'failed'])).toContain('1 late');
  });
});

it('asks who pays quarterly by card a week before the end, and others three weeks', () => {
  const quarterly = { ...account, due: null, chargesCard: true, periodMonths: 3 };
  expect(decideStep(quarterly, '2026-12-24', 0)).toBeNull();
  expect(decideStep(quarterly, '2026-12-25', 0)).toEqual({ act: 'ask' });
  expect(decideStep({ ...quarterly, chargesCard: false }, '2026-12-11', 0)).toEqual({ act: 'ask' });
  expect(decideStep({ ...quarterly, periodMonths: 12 }, '2026-12-11', 0)).toEqual({ act: 'ask' });
});
