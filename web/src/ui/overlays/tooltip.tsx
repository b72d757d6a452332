import { Slot } from 'radix-ui';
import {
  createContext,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { placeTooltip, type TooltipSide } from './place-tooltip.ts';

const openAfterMs = 400;
/** A tooltip that follows another one within this time opens at once. */
const followsWithinMs = 300;
/** Long enough for the pointer to cross the gap to the text. */
const closeAfterMs = 150;

/** Which tooltip of the application is open: the next one closes it. */
interface OpenTooltip {
  close: (() => void) | null;
  closedAt: number;
}

const OpenTooltipContext = createContext<RefObject<OpenTooltip> | null>(null);

/** Wraps the application once. The first tooltip opens after 400 ms; the next ones open at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  const open = useRef<OpenTooltip>({ close: null, closedAt: Number.NEGATIVE_INFINITY });
  return <OpenTooltipContext value={open}>{children}</OpenTooltipContext>;
}

/** The state of one tooltip. Only one is open at a time. */
function useTooltip() {
  const current = use(OpenTooltipContext);
  if (current === null) throw new Error('Tooltip must be used inside TooltipProvider');
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const actions = useMemo(() => {
    const wait = () => clearTimeout(timer.current);
    const close = () => {
      wait();
      if (current.current.close !== close) return;
      current.current = { close: null, closedAt: performance.now() };
      setAnchor(null);
    };
    const open = (element: Element) => {
      wait();
      if (current.current.close !== close) current.current.close?.();
      current.current.close = close;
      setAnchor(element);
    };
    const openSoon = (element: Element) => {
      wait();
      const { close: isAnyOpen, closedAt } = current.current;
      if (isAnyOpen !== null || performance.now() - closedAt < followsWithinMs) return open(element);
      timer.current = setTimeout(open, openAfterMs, element);
    };
    const closeSoon = () => {
      wait();
      timer.current = setTimeout(close, closeAfterMs);
    };
    return { wait, open, openSoon, close, closeSoon };
  }, [current]);
  useEffect(() => actions.close, [actions]);
  return { anchor, ...actions };
}

/** Closes on Escape, which then closes nothing below it, and when the page moves. */
function useClosingEvents(isOpen: boolean, close: () => void) {
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      close();
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    window.addEventListener('keydown', onKeyDown, options);
    window.addEventListener('scroll', close, options);
    window.addEventListener('resize', close, options);
    return () => listening.abort();
  }, [isOpen, close]);
}

/** Shows a short text on hover or focus. Never the only place for information, except an icon's name. */
export function Tooltip({
  text,
  side = 'top',
  children,
}: {
  text: ReactNode;
  side?: TooltipSide;
  children: ReactElement;
}) {
  const id = useId();
  const { anchor, wait, open, openSoon, close, closeSoon } = useTooltip();
  const isOpen = anchor !== null;
  useClosingEvents(isOpen, close);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current === null || anchor === null) return;
    box.current.showPopover();
    placeTooltip(box.current, anchor, side);
  });
  const onPointerEnter = useCallback(
    ({ pointerType, currentTarget }: PointerEvent) => pointerType !== 'touch' && openSoon(currentTarget),
    [openSoon],
  );
  return (
    <>
      <Slot.Root
        aria-describedby={isOpen ? id : undefined}
        onPointerEnter={onPointerEnter}
        onPointerLeave={closeSoon}
        onPointerDown={close}
        onFocus={({ currentTarget }: FocusEvent) => currentTarget.matches(':focus-visible') && open(currentTarget)}
        onBlur={close}
      >
        {children}
      </Slot.Root>
      {isOpen &&
        createPortal(
          <div
            ref={box}
            id={id}
            role="tooltip"
            popover="manual"
            onPointerEnter={wait}
            onPointerLeave={closeSoon}
            className="fixed inset-auto m-0 max-w-64 animate-fade overflow-visible rounded-badge border-0 bg-tooltip px-2 py-1.5 text-small text-on-tooltip figures"
          >
            {text}
          </div>,
          document.body,
        )}
    </>
  );
}
