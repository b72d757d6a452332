import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from '../../../../lib/classes.ts';
import { Tooltip } from '../../../../ui/overlays/tooltip.tsx';

export interface BarButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  label: string;
  /** The button's key, shown in the tooltip. */
  shortcut?: string | undefined;
  /** Shows the label beside the icon if the window is wide enough. */
  hasLabel?: boolean;
  isActive?: boolean | undefined;
}

/** Shows a button of the viewer's bars: 36 px high, 44 px on a phone. */
export function BarButton({
  icon: Icon,
  label,
  shortcut,
  hasLabel = false,
  isActive,
  className,
  ...rest
}: BarButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isActive}
      aria-keyshortcuts={shortcut}
      {...rest}
      className={classes(
        'inline-flex h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-card px-2 text-small font-strong text-v-ink hover:bg-v-raised md:h-9 md:min-w-9 md:max-lg:min-w-8 md:max-lg:px-1.5',
        'focus-visible:outline-v-active disabled:opacity-40 data-[state=open]:bg-v-raised',
        isActive && 'bg-v-active-soft! text-v-active ring-1 ring-v-active ring-inset',
        className,
      )}
    >
      <Icon size={18} strokeWidth={1.75} />
      {hasLabel && <span className="max-lg:hidden">{label}</span>}
    </button>
  );
  return (
    <Tooltip side="bottom" text={shortcut ? `${label} (${shortcut})` : label}>
      {button}
    </Tooltip>
  );
}
