import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useSettled } from '../../lib/settled.ts';
import { useUiText } from '../../text/language.tsx';
import type { LazyModule } from './lazy-module.ts';
import { useToast } from './toast.tsx';

/** What was done to a control while only its closed look stood there: its whole begins with it. */
export interface EarlyInteraction {
  isOpen: boolean;
  hasFocus: boolean;
  /** It was opened by a key: the first of what opens is at hand. */
  isFromKeyboard: boolean;
}

/** Runs `then` once a press that began now is over, and after the click that it may end in. */
function runAfterPress(callback: () => void): void {
  const listeners = new AbortController();
  const onPressEnd = () => {
    listeners.abort();
    setTimeout(callback);
  };
  for (const kind of ['pointerup', 'pointercancel'])
    window.addEventListener(kind, onPressEnd, { signal: listeners.signal });
}

/**
 * A control that opens something above the page. What opens is fetched soon after the control stands, and takes its place
 * then; `closed` goes on the button that stands there first, so that a press or a focus meanwhile is not lost.
 */
export function useLazyControl<Component>({ load, current }: LazyModule<Component>, openKeys: readonly string[]) {
  const toast = useToast();
  const t = useUiText();
  const interaction = useRef<EarlyInteraction>({ isOpen: false, hasFocus: false, isFromKeyboard: false });
  const [loaded, setLoaded] = useState(() => ({ Component: current(), interaction: interaction.current }));
  const isLoaded = loaded.Component !== undefined;
  const isSettled = useSettled();
  // a button that went away under the finger would never be clicked, and take the focus along
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    if (isLoaded || !isSettled || isPressed) return;
    let isCurrent = true;
    const apply = (Component: Component) =>
      isCurrent && setLoaded({ Component, interaction: { ...interaction.current } });
    load().then(apply, (error: unknown) => console.error(error)); // asked for again when it is pressed
    return () => {
      isCurrent = false;
    };
  }, [isLoaded, isSettled, isPressed, load]);
  const open = (isFromKeyboard: boolean) => {
    interaction.current = { ...interaction.current, isOpen: true, isFromKeyboard };
    load().then(
      (Component) =>
        setLoaded((previous) =>
          previous.Component ? previous : { Component, interaction: { ...interaction.current } },
        ),
      () => {
        interaction.current.isOpen = false;
        toast({ variant: 'danger', title: t('error.noAnswer'), isShownInPage: true });
      },
    );
  };
  const placeholderProps = {
    'data-state': 'closed',
    onFocus: () => {
      interaction.current.hasFocus = true;
    },
    onBlur: () => {
      interaction.current.hasFocus = false;
    },
    onClick: ({ detail }: MouseEvent) => open(detail === 0), // a button that Enter or Space pressed counts no clicks
    onPointerDown: () => {
      setPressed(true);
      runAfterPress(() => setPressed(false));
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!openKeys.includes(event.key)) return;
      event.preventDefault();
      open(true);
    },
  } as const;
  return { ...loaded, placeholderProps };
}
