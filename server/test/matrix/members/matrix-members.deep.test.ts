import { memberCases } from '../matrix-cases.ts';
import { runMatrix } from '../run-matrix.ts';

/** T-AZ: every row of the center's own account by every role of its members. */
runMatrix('evaluation', memberCases());
