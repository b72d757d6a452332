import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';

/** What a note or toast means; never by colour alone, each has its icon. */
export type FeedbackVariant = 'info' | 'success' | 'warning' | 'danger';

export const feedbackIcons = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
} as const satisfies Record<FeedbackVariant, LucideIcon>;
