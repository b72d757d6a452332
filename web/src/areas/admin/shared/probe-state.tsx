import { type HealthState, isFindingCode } from '@medcloud/contract/operations/health';
import type { Probe } from '@medcloud/contract/shapes/operations';
import { CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react';
import { classes } from '../../../lib/classes.ts';
import { useText } from '../../../text/language.tsx';

const stateStyles = {
  ok: { icon: CircleCheck, textClass: 'text-success-text', color: 'text-success' },
  warning: { icon: TriangleAlert, textClass: 'text-warning-text', color: 'text-warning-text' },
  failed: { icon: CircleAlert, textClass: 'text-danger-text', color: 'text-danger-text' },
} as const satisfies Record<HealthState, { icon: LucideIcon; textClass: string; color: string }>;

/** Shows a state as icon and text, never by color alone. */
export function ProbeState({ state, children }: { state: HealthState; children: string }) {
  const { icon: Icon, textClass, color } = stateStyles[state];
  return (
    <span className={classes('inline-flex items-center gap-2 align-middle whitespace-nowrap', textClass)}>
      <Icon size={16} className={color} aria-hidden="true" />
      {children}
    </span>
  );
}

/** Returns the text of a probe's result in the current language. */
export function useProbeLabel(): (probe: Probe) => string {
  const t = useText('health');
  return ({ code, state }) => (isFindingCode(code) ? t(`findings.${code}.label`) : state);
}
