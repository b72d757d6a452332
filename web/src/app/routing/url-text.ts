import { limits } from '@medcloud/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

/** A text kept in the URL under `name`: what is typed at once, and what has rested for 300 ms and been written there. */
export function useUrlText(name: string) {
  const [params, setParams] = useSearchParams();
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const rested = params.get(name) ?? '';
  const write = (text: string) => {
    setParams((previous) => withParam(previous, name, text), { replace: true });
    setDraft(null);
  };
  const setTyped = (text: string) => {
    clearTimeout(timer.current);
    setDraft(text);
    // An emptied box shows the whole list at once.
    timer.current = setTimeout(() => write(text), text === '' ? 0 : limits.searchDebounceMs);
  };
  return { typed: draft ?? rested, rested, setTyped };
}

/** The same parameters with one set, or taken out where it is empty. */
export function withParam(previous: URLSearchParams, name: string, value: string): URLSearchParams {
  const updated = new URLSearchParams(previous);
  if (value === '') updated.delete(name);
  else updated.set(name, value);
  return updated;
}
