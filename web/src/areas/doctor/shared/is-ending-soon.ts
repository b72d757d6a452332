const dayMs = 86_400_000;
const soonDays = 3; // interface, "Figures": three days or fewer

/** Whether an access ends in three days or fewer from `now` (milliseconds since 1970): whole days, as the words beside it count them. */
export function isEndingSoon(expiresAt: string, now: number): boolean {
  return Math.floor((Date.parse(expiresAt) - now) / dayMs) <= soonDays;
}
