import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';

/** What a note or toast means; never by colour alone, each has its icon. */
export type Tone = 'info' | 'success' | 'warning' | 'danger';

export const toneIcons = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
} as const satisfies Record<Tone, LucideIcon>;
