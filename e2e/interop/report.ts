/** What a program outside said: `missing` where it is not installed. */
export type Verdict = 'good' | 'bad' | 'missing';

export interface Finding {
  readonly verdict: Verdict;
  readonly sentence: string;
}

export const good = (sentence: string): Finding => ({ verdict: 'good', sentence });
export const bad = (sentence: string): Finding => ({ verdict: 'bad', sentence });
export const missing = (sentence: string): Finding => ({ verdict: 'missing', sentence });

/** Prints what was found, a line each. */
export function print(title: string, findings: readonly Finding[]): void {
  console.log(`\n== ${title}`);
  for (const { verdict, sentence } of findings) console.log(`${verdict.padEnd(7)} ${sentence}`);
}
