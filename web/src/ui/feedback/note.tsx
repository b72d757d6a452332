import { X } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { useUiText } from '../../text/language.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { type FeedbackVariant, feedbackIcons } from '../data/feedback-variant.ts';

const variants = {
  info: 'border-line bg-surface',
  success: 'border-success-line bg-success-soft',
  warning: 'border-warning-line bg-warning-soft',
  danger: 'border-danger-line bg-danger-soft',
} as const;

const iconClasses = {
  info: 'text-primary',
  success: 'text-success',
  warning: 'text-warning-text',
  danger: 'text-danger-text',
} as const;

export interface NoteProps {
  variant?: FeedbackVariant;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons on the right, below 768 px under the text. */
  actions?: ReactNode;
  onDismiss?: () => void;
  /**
   * Dismisses itself after this many milliseconds, shown as a ring around the close button. Hover or focus pauses it.
   */
  dismissAfterMs?: number;
  /** How screen readers announce it: `alert` at once, `status` when idle. `off` for notes present from the start. */
  live?: 'off' | 'status' | 'alert';
}

const ringLength = 63; // 2π × 10, the radius of the ring

function Ring({ durationMs, onEnd }: { durationMs: number; onEnd: () => void }) {
  const style: CSSProperties = { animationDuration: `${durationMs}ms` };
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="pointer-events-none absolute inset-0 m-auto size-6 -rotate-90 text-success [--ring-length:63]"
    >
      <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" strokeWidth="1.5" opacity="0.25" />
      <circle
        cx="12"
        cy="12"
        r="10"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray={ringLength}
        style={style}
        onAnimationEnd={onEnd}
        className="animate-[ring_linear_forwards] group-focus-within/note:[animation-play-state:paused] group-hover/note:[animation-play-state:paused]"
      />
    </svg>
  );
}

/** A banner in the page: what happened and which actions are possible. */
export function Note({ variant = 'info', title, children, actions, onDismiss, dismissAfterMs, live }: NoteProps) {
  const t = useUiText();
  const Icon = feedbackIcons[variant];
  const role = live ?? (variant === 'danger' ? 'alert' : 'off');
  return (
    <div
      {...(role === 'off' ? {} : { role: role })}
      className={classes('group/note flex items-start gap-3 rounded-card border px-4 py-3', variants[variant])}
    >
      <Icon size={20} className={iconClasses[variant]} />
      <div className="flex min-w-0 flex-1 flex-col gap-x-3 gap-y-2 md:flex-row md:flex-wrap md:items-center">
        <div className="min-w-0 flex-1 md:basis-60">
          {title && <p className="text-body font-strong">{title}</p>}
          {children && (
            <div className={classes('text-small text-pretty', variant === 'success' && 'text-success-text')}>
              {children}
            </div>
          )}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {onDismiss && (
        <span className="relative flex size-6 md:my-auto">
          {dismissAfterMs !== undefined && <Ring durationMs={dismissAfterMs} onEnd={onDismiss} />}
          <IconButton
            icon={X}
            label={t('action.dismiss')}
            size="inline"
            iconSize={dismissAfterMs === undefined ? 18 : 12}
            hasTooltip={false}
            onClick={onDismiss}
            className="rounded-full! hover:bg-transparent"
          />
        </span>
      )}
    </div>
  );
}
