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
    setParams((before) => withParam(before, name, text), { replace: true });
    setDraft(null);
  };
  const type = (text: string) => {
    clearTimeout(timer.current);
    setDraft(text);
    // An emptied box shows the whole list at once.
    timer.current = setTimeout(() => write(text), text === '' ? 0 : limits.searchDebounceMs);
  };
  return { typed: draft ?? rested, rested, type };
}

/** The same parameters with one set, or taken out where it is empty. */
export function withParam(before: URLSearchParams, name: string, value: string): URLSearchParams {
  const after = new URLSearchParams(before);
  if (value === '') after.delete(name);
  else after.set(name, value);
  return after;
}
