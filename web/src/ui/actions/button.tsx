import { LoaderCircle, type LucideIcon } from 'lucide-react';
import { Slot } from 'radix-ui';
import {
  type ComponentProps,
  type MouseEvent,
  type Ref,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
} from 'react';
import { classes } from '../../lib/classes.ts';
import { Tooltip } from '../overlays/tooltip.tsx';

const shape =
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-card border font-strong select-none text-center ' +
  'aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-faint aria-busy:aria-disabled:border-transparent';

const variants = {
  primary:
    'border-transparent bg-primary text-on-primary hover:bg-primary-hover active:bg-primary-active aria-busy:bg-primary! aria-busy:text-on-primary!',
  quiet: 'border-line-mid bg-surface text-ink hover:bg-sunken active:bg-line aria-busy:border-line-mid!',
  ghost:
    'border-transparent text-ink-muted hover:bg-sunken hover:text-ink active:bg-line aria-disabled:border-transparent',
  danger:
    'border-transparent bg-danger text-on-danger hover:bg-danger-hover aria-busy:bg-danger! aria-busy:text-on-danger!',
  dangerOutline: 'border-line-mid bg-surface text-danger-text hover:bg-danger-soft active:bg-danger-soft',
  refuse: 'border-transparent bg-ink text-bg',
} as const;

// 44 px high below 768 px for touch; 56 px on the consent page.
const sizes = {
  small: 'min-h-11 px-2.5 text-small font-strong md:min-h-8',
  normal: 'min-h-11 px-3.5 text-body max-md:text-[0.9375rem] font-strong md:min-h-9',
  large: 'min-h-11 px-5 text-[0.9375rem] font-strong',
  consent: 'min-h-14 px-5 text-consent font-semibold',
} as const;

/** Returns the button's last width while it is busy, so elements beside it do not move. */
function useWidthWhileBusy(button: RefObject<HTMLButtonElement | null>, busy: boolean): number | undefined {
  const width = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (!busy) width.current = button.current?.offsetWidth;
  });
  return busy ? width.current : undefined;
}

/** Merges the button's own ref with the caller's: a menu positions itself by it. */
function useMergedRefs(ownRef: RefObject<HTMLButtonElement | null>, forwardedRef: Ref<HTMLButtonElement> | undefined) {
  return useCallback(
    (element: HTMLButtonElement | null) => {
      ownRef.current = element;
      if (typeof forwardedRef === 'function') forwardedRef(element);
      else if (forwardedRef) forwardedRef.current = element;
    },
    [ownRef, forwardedRef],
  );
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  icon?: LucideIcon;
  /** Shows a spinner instead of the icon and `busyLabel` instead of the label. Ignores presses. */
  busy?: boolean;
  busyLabel?: string;
  /** Why the button is disabled. The button stays focusable and shows the reason in a tooltip. */
  reason?: string | undefined;
  /** A shorter label for phones. */
  shortLabel?: string;
  /** Styles the single child (a link) as a button. */
  asChild?: boolean;
}

function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function Content({ icon: Icon, busy, busyLabel, shortLabel, size, children }: ButtonProps) {
  const iconSize = size === 'consent' ? 24 : 16;
  return (
    <>
      {busy ? <LoaderCircle className="animate-spin" size={iconSize} /> : Icon && <Icon size={iconSize} />}
      {busy && busyLabel ? (
        busyLabel
      ) : shortLabel ? (
        <>
          <span className="md:hidden">{shortLabel}</span>
          <span className="max-md:hidden">{children}</span>
        </>
      ) : (
        children
      )}
    </>
  );
}

/** Styles its child link as a button and puts the icon inside the link. */
function LinkButton({
  className,
  icon: Icon,
  children,
}: {
  className: string;
  icon: LucideIcon | undefined;
  children: ButtonProps['children'];
}) {
  return (
    <Slot.Root className={className}>
      {Icon && <Icon size={16} />}
      <Slot.Slottable>{children}</Slot.Slottable>
    </Slot.Root>
  );
}

/** A button with variants, a busy state and an optional reason why it is disabled. A submit button sets its `type`. */
export function Button(props: ButtonProps) {
  const {
    variant = 'quiet',
    size = 'normal',
    icon,
    busy = false,
    busyLabel,
    reason,
    shortLabel,
    asChild,
    ref,
    ...rest
  } = props;
  const button = useRef<HTMLButtonElement>(null);
  const mergedRefs = useMergedRefs(button, ref);
  const minWidth = useWidthWhileBusy(button, busy);
  const className = classes(shape, variants[variant], sizes[size], rest.className);
  if (asChild)
    return (
      <LinkButton className={className} icon={icon}>
        {rest.children}
      </LinkButton>
    );
  const isDisabled = busy || rest.disabled || reason !== undefined;
  const element = (
    <button
      type="button"
      {...rest}
      ref={mergedRefs}
      className={className}
      style={{ minWidth }}
      disabled={undefined}
      aria-disabled={isDisabled || undefined}
      aria-busy={busy || undefined}
      onClick={isDisabled ? ignore : rest.onClick}
    >
      <Content {...{ icon, busy, busyLabel, shortLabel, size }}>{rest.children}</Content>
    </button>
  );
  return reason === undefined ? element : <Tooltip text={reason}>{element}</Tooltip>;
}
