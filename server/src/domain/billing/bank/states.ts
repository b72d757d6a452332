import type { BankLineState } from '@medcloud/contract';

/** States in which a person decides about a line. */
export const undecidedStates = ['proposed', 'unmatched'] as const satisfies readonly BankLineState[];

export const isUndecided = (state: BankLineState) => undecidedStates.some((undecided) => undecided === state);
