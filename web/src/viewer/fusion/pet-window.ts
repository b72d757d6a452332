/** The upper ends of the PET's window in SUV; the lower one is 0. */
const suvUppers = [5, 7, 10, 15] as const;
const parts = [0.1, 0.25, 0.5, 1] as const;

/** Rounds to two digits that count. */
const toTwoDigits = (value: number) => Number(value.toPrecision(2));

/** Returns the upper ends to choose from, in the unit of the values: in SUV, otherwise parts of the highest value. */
export function petUppers(unit: string, max: number): readonly number[] {
  return unit === 'SUV' ? suvUppers : parts.map((part) => toTwoDigits(max * part) || part);
}

/** Returns the one that is chosen first: 0 to 7 in SUV, otherwise a quarter of the highest value. */
export const initialUpper = (uppers: readonly number[]): number => uppers[1] ?? 1;
