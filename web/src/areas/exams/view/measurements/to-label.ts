import { limits } from '@medcloud/contract/limits';

/** Returns a text as the server takes it: one line without invisible characters, such as those that change direction. */
export function toLabel(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\p{Cf}\u115f\u1160\u3164\uffa0]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, limits.annotationLabelMax);
}
