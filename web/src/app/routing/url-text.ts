import { limits } from '@medcloud/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { useUrlParams, withParam } from './url-params.ts';

/** Keeps a text in the URL as parameter `name`. `typed` changes at once, `debounced` 300 ms after the last key. */
export function useUrlText(name: string) {
  const [params, setParams] = useUrlParams();
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const debounced = params.get(name) ?? '';
  const write = (text: string) => {
    setParams((previous) => withParam(previous, name, text), { replace: true });
    setDraft(null);
  };
  const setTyped = (text: string) => {
    clearTimeout(timer.current);
    setDraft(text);
    // An empty box shows the full list at once.
    timer.current = setTimeout(() => write(text), text === '' ? 0 : limits.searchDebounceMs);
  };
  return { typed: draft ?? debounced, debounced, setTyped };
}
