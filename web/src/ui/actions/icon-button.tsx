import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from '../../lib/classes.ts';
import { Tooltip } from '../overlays/tooltip.tsx';

const sizes = {
  normal: 'size-11 md:size-8',
  // Inside a line of text or a field: at least 24 px (WCAG 2.2, 2.5.8).
  inline: 'size-6',
} as const;

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Accessible name and tooltip. */
  label: string;
  size?: keyof typeof sizes;
  iconSize?: number;
  /** Why the button is disabled. Replaces the label in the tooltip. */
  reason?: string | undefined;
  hasTooltip?: boolean;
}

/** A button with only an icon. Its label is the accessible name and the tooltip. */
export function IconButton({
  icon: Icon,
  label,
  size = 'normal',
  iconSize = 18,
  reason,
  hasTooltip = true,
  ...rest
}: IconButtonProps) {
  const isDisabled = rest.disabled || reason !== undefined;
  const button = (
    <button
      type="button"
      aria-label={label}
      {...rest}
      disabled={undefined}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : rest.onClick}
      className={classes(
        'inline-flex shrink-0 items-center justify-center rounded-card text-ink-muted hover:bg-sunken hover:text-ink active:bg-line',
        'aria-disabled:bg-transparent aria-disabled:text-ink-faint aria-disabled:opacity-60 data-[state=open]:bg-sunken',
        'in-data-selected:hover:bg-surface',
        sizes[size],
        rest.className,
      )}
    >
      <Icon size={iconSize} />
    </button>
  );
  return hasTooltip ? <Tooltip text={reason ?? label}>{button}</Tooltip> : button;
}
