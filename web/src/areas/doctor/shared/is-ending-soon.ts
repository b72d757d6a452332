const dayMs = 86_400_000;
const soonDays = 3; // interface, "Figures": three days or fewer

/**
 * Returns whether a grant ends within three whole days from `now` (milliseconds since 1970), counted as the text beside
 * it counts them.
 */
export function isEndingSoon(expiresAt: string, now: number): boolean {
  return Math.floor((Date.parse(expiresAt) - now) / dayMs) <= soonDays;
}
