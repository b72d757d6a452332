import type { Transitions } from '../../platform/db/transitions.ts';
import type { ExamStatusName, ImagingStateName, ScanStateName } from '../core/column-values.ts';

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
 * `infect`: a virus was found. While it is known, the trigger `guard_scan` keeps the exam at needs-attention.
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
    infect: 'needs-attention',
  },
  completed: {
    move: ['completed', 'needs-attention'],
    withdraw: 'withdrawn',
    index: 'completed',
    fail: 'needs-attention',
    hide: 'needs-attention',
    release: 'completed',
    mark: 'completed',
    infect: 'needs-attention',
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
    infect: 'needs-attention',
  },
  withdrawn: {},
} as const satisfies Transitions<ExamStatusName>;

/**
 * What is known of an exam's files. A scan ends with `pass` or `infect`. Without a scanner, an exam that waited for one is
 * released: doctors can download it, as before the scanner was set.
 */
export const scanTransitions = {
  none: { pass: 'clean', infect: 'infected' },
  waiting: { pass: 'clean', infect: 'infected', release: 'none' },
  clean: {},
  infected: {},
} as const satisfies Transitions<ScanStateName>;
