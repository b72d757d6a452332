import { useCallback } from 'react';
import { createSearchParams, type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router';

export type ChangeParams = (
  next: Record<string, string> | ((before: URLSearchParams) => URLSearchParams),
  options?: NavigateOptions,
) => void;

/**
 * Returns the parameters of the URL and a function that changes them. `before` is read from the address bar: a page is
 * rendered later than its URL changes, so React Router's own setter would undo a change that came shortly before.
 */
export function useUrlParams(): [URLSearchParams, ChangeParams] {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const change = useCallback<ChangeParams>(
    (next, options) => {
      if (window.location.pathname !== pathname) return; // another page is about to be shown
      const before = new URLSearchParams(window.location.search);
      navigate(`?${createSearchParams(typeof next === 'function' ? next(before) : next)}`, options);
    },
    [pathname, navigate],
  );
  return [params, change];
}

/** Returns a copy of the parameters with `name` set, or removed if `value` is empty. */
export function withParam(previous: URLSearchParams, name: string, value: string): URLSearchParams {
  const updated = new URLSearchParams(previous);
  if (value === '') updated.delete(name);
  else updated.set(name, value);
  return updated;
}
