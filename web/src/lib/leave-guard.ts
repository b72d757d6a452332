import { createContext, useContext, useEffect } from 'react';

/** A page's form stays while the path is the same. A dialog's is also lost by a step in the browser's history. */
export type FormPlace = 'page' | 'dialog';

export interface LeaveGuard {
  /** Protects the form `id` until `unblock`. */
  block: (id: string, place: FormPlace) => void;
  unblock: (id: string) => void;
  /** Calls `leave`, after a question if the form `id` is protected, or without an id any form. */
  confirmLeave: (leave: () => void, id?: string) => void;
}

const ignore = () => undefined;

/** Provided by the router. Without it nothing is asked. */
export const LeaveGuardContext = createContext<LeaveGuard>({
  block: ignore,
  unblock: ignore,
  confirmLeave: (leave) => leave(),
});

/** Returns the functions that protect forms and ask before they are left. */
export const useLeaveGuard = () => useContext(LeaveGuardContext);

/** Asks before the page is left while the form has unsent text. `id` is undefined while it has none. */
export function useUnsentText(id: string | undefined, place: FormPlace): void {
  const { block, unblock } = useLeaveGuard();
  useEffect(() => {
    if (id === undefined) return;
    block(id, place);
    return () => unblock(id);
  }, [id, place, block, unblock]);
}
