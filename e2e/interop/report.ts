/** Result of a third-party program: `missing` if it is not installed. */
export type Verdict = 'good' | 'bad' | 'missing';

export interface Finding {
  readonly verdict: Verdict;
  readonly message: string;
}

export const good = (message: string): Finding => ({ verdict: 'good', message });
export const bad = (message: string): Finding => ({ verdict: 'bad', message });
export const missing = (message: string): Finding => ({ verdict: 'missing', message });

/** Prints one line per finding. */
export function print(title: string, findings: readonly Finding[]): void {
  console.log(`\n== ${title}`);
  for (const { verdict, message } of findings) console.log(`${verdict.padEnd(7)} ${message}`);
}
