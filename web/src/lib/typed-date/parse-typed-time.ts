/** Parses a typed time of day: `14:30`, `14.30`, `1430`, `9:05`. Returns `HH:MM`, or undefined for other texts. */
export function parseTypedTime(text: string): string | undefined {
  const [, hours = '', minutes = ''] = /^\s*(\d{1,2})\s*[:.;,·\s]?\s*(\d\d)\s*$/.exec(text) ?? [];
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${hours.padStart(2, '0')}:${minutes}`;
}
