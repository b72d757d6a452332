import type { Probe } from '../probe.ts';

/** Says what is not built yet, where it matters (product, "Sessions"). */
export const secondFactorProbe: Probe = {
  name: 'second-factor',
  failed: 'second-factor-missing',
  look: async () => ({ code: 'second-factor-missing', params: {} }),
};
