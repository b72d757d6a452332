const soonMs = 3 * 86_400_000; // design tokens, screen 04: three days or fewer

/** Whether an access ends within three days of `now` (milliseconds since 1970). */
export function endsSoon(expiresAt: string, now: number): boolean {
  return Date.parse(expiresAt) - now <= soonMs;
}
