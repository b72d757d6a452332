import { expect, it } from 'vitest';
import { setWithdrawal, versionToSave } from './annotations.ts';

it.each(['a\u202eb', 'a\u2066b', 'a\u2028b', 'a\u3164b', 'a\u115fb', 'a\u1160b', 'a\uffa0b'])(
  'refuses the invisible %j in a title and in a reason',
  (text) => {
    expect(versionToSave.safeParse({ title: text }).success).toBe(false);
    expect(setWithdrawal.safeParse({ reason: text }).success).toBe(false);
  },
);

it('takes lines of Greek in a reason', () => {
  expect(setWithdrawal.parse({ reason: ' Λάθος πλευρά.\nΒλ. δεξιά. ' })).toEqual({
    reason: 'Λάθος πλευρά.\nΒλ. δεξιά.',
  });
});
