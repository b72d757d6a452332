import { findings, type HealthState, isFindingCode } from '@medcloud/contract/operations/health';
import type { Probe } from '@medcloud/contract/shapes/operations';
import { CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react';
import { classes } from '../../../lib/classes.ts';
import { useLanguage } from '../../../text/language.tsx';

const stateStyles = {
  ok: { icon: CircleCheck, textClass: 'text-success-text', color: 'text-success' },
  warning: { icon: TriangleAlert, textClass: 'text-warning-text', color: 'text-warning-text' },
  failed: { icon: CircleAlert, textClass: 'text-danger-text', color: 'text-danger-text' },
} as const satisfies Record<HealthState, { icon: LucideIcon; textClass: string; color: string }>;

/** A state in an icon and a word, never in colour alone. */
export function ProbeState({ state, children }: { state: HealthState; children: string }) {
  const { icon: Icon, textClass, color } = stateStyles[state];
  return (
    <span className={classes('inline-flex items-center gap-2 align-middle whitespace-nowrap', textClass)}>
      <Icon size={16} className={color} aria-hidden="true" />
      {children}
    </span>
  );
}

/** The word of what a probe found, in the language in force. */
export function useProbeLabel(): (probe: Probe) => string {
  const { language } = useLanguage();
  return ({ code, state }) => (isFindingCode(code) ? findings[code].label[language] : state);
}
