import { limits } from '@medcloud/contract/limits';
import { phonePrefixes } from '@medcloud/contract/phones';
import { calculateYearlySavingCents, centerPlans, doctorPlans } from '@medcloud/contract/plans';
import { centerCreation, centerListQuery, doctorSignup } from '@medcloud/contract/shapes/accounts';
import { examUpload } from '@medcloud/contract/shapes/exams';
import { describe, expect, it } from 'vitest';
import { generateCenterId, generatePassword } from './areas/admin/medical-center-signup/credentials.ts';
import { formatCardNumber, formatCvv, formatExpiry } from './forms/card.ts';
import { formatMegabytes, formatSize, formatTerabytes } from './lib/bytes.ts';
import { acceptedFiles, validateFile } from './upload/validate-upload.ts';

const GB = 1024 ** 3;

/**
 * The numbers of section 9 of the specification and their values in the code. `e2e/shell/timed-numbers.deep.spec.ts` tests
 * the timed ones in a browser. Numbers replaced by real values (99.00 dollars, port 5000, five sample entries) are not
 * listed.
 */
const numbers: readonly (readonly [sentence: string, actual: unknown, expected: unknown])[] = [
  ['Basic EUR 150 a month', centerPlans.basic.monthlyCents, 15_000],
  ['Basic EUR 540 a quarter', centerPlans.basic.quarterCents, 54_000],
  ['Basic 500 GB', centerPlans.basic.quotaBytes, 500 * GB],
  ['Premium EUR 500 a month', centerPlans.premium.monthlyCents, 50_000],
  ['Premium EUR 1,800 a quarter', centerPlans.premium.quarterCents, 180_000],
  ['Premium 2 TB', centerPlans.premium.quotaBytes, 2_048 * GB],
  ['Enterprise: custom pricing', centerPlans.enterprise.monthlyCents, null],
  ['Enterprise: custom storage', centerPlans.enterprise.quotaBytes, null],
  ['yearly EUR 39.99 a month', doctorPlans.yearly.monthlyCents, 3_999],
  ['yearly billed at EUR 480', doctorPlans.yearly.chargedCents, 48_000],
  ['yearly billed annually', doctorPlans.yearly.chargedEveryMonths, 12],
  ['saves EUR 120 a year', calculateYearlySavingCents(doctorPlans), 12_000],
  ['monthly EUR 49.99 a month', doctorPlans.monthly.monthlyCents, 4_999],
  ['monthly at EUR 149.97', doctorPlans.monthly.chargedCents, 14_997],
  ['billed every 3 months', doctorPlans.monthly.chargedEveryMonths, 3],
  ['search debounce 300 ms', limits.searchDebounceMs, 300],
  ['patient ID banner 10 seconds', limits.registrationBannerMs, 10_000],
  ['maximum upload 500 MB', limits.uploadBytes, 524_288_000],
  ['exactly 500 MB pass', validateFile({ size: 524_288_000 }, null), undefined],
  ['one byte more does not', validateFile({ size: 524_288_001 }, null), 'file_too_large'],
  ['accepted types', acceptedFiles, '.dcm,.zip,.dicom'],
  ['whole MB, bytes divided by 1,048,576', formatMegabytes(3 * 1_048_576 + 400_000, 'en'), '3 MB'],
  ['admin sizes, base 1024, two decimals', formatSize(1_536, 'en'), '1.50 KB'],
  ['storage used in TB', formatTerabytes(512 * GB, 'en'), '0.50 TB'],
  ['OTP exactly 6 digits', limits.otpDigits, 6],
  ['phone at least 7 digits', limits.phoneMinDigits, 7],
  ['phone 10 characters', limits.phoneMinCharacters, 10],
  ['to 15 characters', limits.phoneMaxCharacters, 15],
  ['default country prefix', phonePrefixes[0], ['GR', '+30']],
  ['about 38 prefixes', phonePrefixes.length, 38],
  ['card number at most 19 characters', formatCardNumber('4'.repeat(30)).length, 19],
  ['expiry 5', formatExpiry('12301230').length, 5],
  ['cvv 4', formatCvv('123456').length, 4],
  ['sign-up password at least 6', limits.signupPasswordMin, 6],
  ['center password at least 8', limits.centerPasswordMin, 8],
  ['renewal periods', limits.renewalMonths, [1, 3, 6, 12]],
  ['renewal default 12', limits.renewalMonthsPreset, 12],
  ['toast 5000 ms', limits.toastMs, 5_000],
  ['swipe threshold 50 px', limits.toastSwipePixels, 50],
  ['unused data kept 5 minutes', limits.unusedCacheMs, 300_000],
];

describe('section 9 of the specification', () => {
  it.each(numbers)('%s', (_sentence, actual, expected) => {
    expect(actual).toEqual(expected);
  });

  it("generates center IDs of 'MC' and 6 characters, and passwords of 12", () => {
    expect(generateCenterId()).toMatch(/^MC[A-Z0-9]{6}$/);
    expect(generatePassword()).toMatch(/^\S{12}$/);
  });

  it('enforces its minima in forms: 6 characters at sign-up, 8 for a center, 7 exam types', () => {
    const messages = (result: { error?: { issues: { message: string }[] } | undefined }) =>
      result.error?.issues.map(({ message }) => message) ?? [];
    expect(messages(doctorSignup.safeParse({ password: '12345' }))).toContain('password_short_6');
    expect(messages(doctorSignup.safeParse({ password: '123456' }))).not.toContain('password_short_6');
    expect(messages(centerCreation.safeParse({ password: '1234567' }))).toContain('password_short_8');
    expect(centerListQuery.parse({})).toEqual({});
    expect(messages(examUpload.safeParse({ examType: 'pet' })).length).toBeGreaterThan(0);
  });
});
