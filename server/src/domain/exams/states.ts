import type { Transitions } from '../../platform/db/transitions.ts';
import type { ExamStatusName, ImagingStateName } from '../core/column-values.ts';

/** The status of an exam without an open patient mismatch, by its indexing. */
export const statusOfImaging = {
  waiting: 'processing',
  ready: 'completed',
  failed: 'needs-attention',
} as const satisfies Record<ImagingStateName, ExamStatusName>;

/**
 * The status of an exam. Its center may `confirm`, `move` or `withdraw` it; indexing ends with `index` or `fail`, and
 * then compares the patients: `hide` hides the exam from doctors, `release` shows it, `mark` only records the mismatch.
 *
 * A mismatch outlives `index`. `confirm` and `move` end it and lead to `statusOfImaging`; a move may find another one.
 * A restore without the derived objects lets a completed exam be indexed again (`backup/reset-derived-objects.ts`).
 */
export const examTransitions = {
  processing: {
    move: ['processing', 'needs-attention'],
    withdraw: 'withdrawn',
    index: 'completed',
    fail: 'needs-attention',
  },
  completed: {
    move: ['completed', 'needs-attention'],
    withdraw: 'withdrawn',
    index: 'completed',
    fail: 'needs-attention',
    hide: 'needs-attention',
    release: 'completed',
    mark: 'completed',
  },
  'needs-attention': {
    confirm: ['processing', 'completed', 'needs-attention'],
    move: ['processing', 'completed', 'needs-attention'],
    withdraw: 'withdrawn',
    index: ['completed', 'needs-attention'],
    fail: 'needs-attention',
    hide: 'needs-attention',
    release: 'completed',
    mark: 'needs-attention',
  },
  withdrawn: {},
} as const satisfies Transitions<ExamStatusName>;
