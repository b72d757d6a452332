import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';

/** The meaning of a note or toast. Each has an icon, because color alone is not enough. */
export type FeedbackVariant = 'info' | 'success' | 'warning' | 'danger';

export const feedbackIcons = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
} as const satisfies Record<FeedbackVariant, LucideIcon>;
