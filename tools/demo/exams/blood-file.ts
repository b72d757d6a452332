import { type BloodValue, bloodReport } from '@medcloud/server/test/phantom/blood-report.ts';
import { Seeded } from '@medcloud/server/test/phantom/seeded.ts';

/** Values of a general blood test, with reference ranges of adults and decimal places. */
const measurements: readonly (readonly [name: string, unit: string, low: number, high: number, digits: number])[] = [
  ['Haemoglobin', 'g/dL', 12, 15.5, 1],
  ['Haematocrit', '%', 36, 46, 1],
  ['Leukocytes', '10^3/uL', 4, 11, 1],
  ['Platelets', '10^3/uL', 150, 400, 0],
  ['Glucose', 'mg/dL', 70, 100, 0],
  ['Creatinine', 'mg/dL', 0.6, 1.1, 2],
  ['Cholesterol, total', 'mg/dL', 120, 200, 0],
  ['ALT', 'U/L', 7, 40, 0],
  ['TSH', 'mIU/L', 0.4, 4, 2],
  ['Ferritin', 'ng/mL', 20, 200, 0],
];

/** Creates a laboratory report as a PDF. About one value in ten is outside its range, as in reality. */
export function createBloodFile({ seed, day }: { seed: number; day: string }): Buffer {
  const random = new Seeded(`blood/${seed}`);
  const values = measurements.map(([name, unit, low, high, digits]): BloodValue => {
    const middle = (low + high) / 2;
    const value = middle + random.gaussian() * ((high - low) / 3.3);
    const range = `${low.toFixed(digits)} - ${high.toFixed(digits)}`;
    return { name, unit, range, value: Math.max(low / 2, value).toFixed(digits) };
  });
  return bloodReport({ laboratory: 'Aegean Laboratories', day, values });
}
