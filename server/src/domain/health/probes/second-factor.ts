import type { Probe } from '../probe.ts';

/** Reports in production that a second factor is not implemented yet (product, "Sessions"). */
export const secondFactorProbe: Probe = {
  name: 'second-factor',
  failureCode: 'second-factor-missing',
  check: async () => ({ code: 'second-factor-missing', params: {} }),
};
