import { limits } from '@medcloud/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { useUrlParams, withParam } from './url-params.ts';

/**
 * Keeps a list's search text in the URL as `?search=`. `typed` changes at once, `search` 300 ms after the last key
 * (specification, section 9). A link that changes the URL also changes the box.
 */
export function useUrlSearch(name = 'search') {
  const [params, setParams] = useUrlParams();
  const search = params.get(name) ?? '';
  const [typed, setTyped] = useState(search);
  const [last, setLast] = useState(search);
  const [written, setWritten] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The URL follows the box after a delay. A URL value that the box did not write comes from a link.
  if (search !== last) {
    setLast(search);
    if (search !== written) setTyped(search);
    setWritten(search);
  }
  const writeToUrl = (text: string) => {
    setWritten(text);
    setParams((before) => withParam(before, name, text), { replace: true });
  };
  const change = (text: string) => {
    const limitedText = text.slice(0, limits.searchMax);
    setTyped(limitedText);
    clearTimeout(timer.current);
    timer.current = setTimeout(writeToUrl, limits.searchDebounceMs, limitedText);
  };
  return { typed, search, change };
}
