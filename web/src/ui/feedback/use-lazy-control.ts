import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useSettled } from '../../lib/settled.ts';
import { useUiText } from '../../text/language.tsx';
import type { LazyModule } from './lazy-module.ts';
import { useToast } from './toast.tsx';

/** The user's interaction with a control's placeholder. The loaded control continues from it. */
export interface EarlyInteraction {
  isOpen: boolean;
  hasFocus: boolean;
  /** A key opened it: the first item gets the focus. */
  isFromKeyboard: boolean;
}

/** Runs `callback` after the current press and after the click that it may end in. */
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
 * Loads a control that opens a popup. The control loads soon after its placeholder mounts and then replaces it.
 * `placeholderProps` go on the placeholder button; they record a press or focus until the control has loaded.
 */
export function useLazyControl<Component>({ load, current }: LazyModule<Component>, openKeys: readonly string[]) {
  const toast = useToast();
  const t = useUiText();
  const interaction = useRef<EarlyInteraction>({ isOpen: false, hasFocus: false, isFromKeyboard: false });
  const [loaded, setLoaded] = useState(() => ({ Component: current(), interaction: interaction.current }));
  const isLoaded = loaded.Component !== undefined;
  const isSettled = useSettled();
  // a button that unmounts during a press would get no click and lose the focus
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    if (isLoaded || !isSettled || isPressed) return;
    let isCurrent = true;
    const apply = (Component: Component) =>
      isCurrent && setLoaded({ Component, interaction: { ...interaction.current } });
    load().then(apply, (error: unknown) => console.error(error)); // loads again when it is pressed
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
    onClick: ({ detail }: MouseEvent) => open(detail === 0), // a press by Enter or Space has a click count of 0
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
