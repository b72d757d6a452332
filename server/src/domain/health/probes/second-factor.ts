import type { Probe } from '../probe.ts';

/** Says what is not built yet, where it matters (product, "Sessions"). */
export const secondFactorProbe: Probe = {
  name: 'second-factor',
  failureCode: 'second-factor-missing',
  check: async () => ({ code: 'second-factor-missing', params: {} }),
};
