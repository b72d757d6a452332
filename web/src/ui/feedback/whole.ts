import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useSettled } from '../../lib/settled.ts';
import { useUiText } from '../../text/language.tsx';
import type { Fetched } from './fetched.ts';
import { useToast } from './toast.tsx';

/** What was done to a control while only its closed look stood there: its whole begins with it. */
export interface Begun {
  isOpen: boolean;
  hasFocus: boolean;
  /** It was opened by a key: the first of what opens is at hand. */
  byKey: boolean;
}

/** Runs `then` once a press that began now is over, and after the click that it may end in. */
function afterPress(then: () => void): void {
  const over = new AbortController();
  const end = () => {
    over.abort();
    setTimeout(then);
  };
  for (const kind of ['pointerup', 'pointercancel']) window.addEventListener(kind, end, { signal: over.signal });
}

/**
 * A control that opens something above the page. What opens is fetched soon after the control stands, and takes its place
 * then; `closed` goes on the button that stands there first, so that a press or a focus meanwhile is not lost.
 */
export function useWhole<Whole>({ fetch, current }: Fetched<Whole>, openKeys: readonly string[]) {
  const toast = useToast();
  const t = useUiText();
  const done = useRef<Begun>({ isOpen: false, hasFocus: false, byKey: false });
  const [come, setCome] = useState(() => ({ Whole: current(), begun: done.current }));
  const isHere = come.Whole !== undefined;
  const isSettled = useSettled();
  // a button that went away under the finger would never be clicked, and take the focus along
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    if (isHere || !isSettled || isPressed) return;
    let isWanted = true;
    const take = (Whole: Whole) => isWanted && setCome({ Whole, begun: { ...done.current } });
    fetch().then(take, (error: unknown) => console.error(error)); // asked for again when it is pressed
    return () => {
      isWanted = false;
    };
  }, [isHere, isSettled, isPressed, fetch]);
  const open = (byKey: boolean) => {
    done.current = { ...done.current, isOpen: true, byKey };
    fetch().then(
      (Whole) => setCome((before) => (before.Whole ? before : { Whole, begun: { ...done.current } })),
      () => {
        done.current.isOpen = false;
        toast({ tone: 'danger', title: t('error.noAnswer'), alsoInPage: true });
      },
    );
  };
  const closed = {
    'data-state': 'closed',
    onFocus: () => {
      done.current.hasFocus = true;
    },
    onBlur: () => {
      done.current.hasFocus = false;
    },
    onClick: ({ detail }: MouseEvent) => open(detail === 0), // a button that Enter or Space pressed counts no clicks
    onPointerDown: () => {
      setPressed(true);
      afterPress(() => setPressed(false));
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!openKeys.includes(event.key)) return;
      event.preventDefault();
      open(true);
    },
  } as const;
  return { ...come, closed };
}
