/** Checks of stored values, for code that loads without zod. Forms use shapes. */

type Check = (value: unknown) => boolean;

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
export const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
export const isList = (value: unknown, isItem: Check): value is unknown[] =>
  Array.isArray(value) && value.every(isItem);
export const optional =
  (isValue: Check): Check =>
  (value) =>
    value === undefined || isValue(value);

/** Returns a check of an object's fields, which names every field of its type. Further fields are allowed. */
export function hasFields<T extends object>(checks: Record<keyof T, Check>): (value: unknown) => value is T {
  const fields = Object.entries<Check>(checks);
  return (value): value is T =>
    typeof value === 'object' && value !== null && fields.every(([name, isValid]) => isValid(Reflect.get(value, name)));
}
