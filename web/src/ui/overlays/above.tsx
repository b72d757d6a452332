import { createContext, type ReactNode, useContext, useState } from 'react';

type Show = (part: ReactNode) => void;

const ListAbove = createContext<Show | null>(null);

/** Around a list: what its rows show above the page stands here, and outlives a row that is drawn anew or leaves. */
export function AboveList({ children }: { children: ReactNode }) {
  const [part, setPart] = useState<ReactNode>(null);
  return (
    <ListAbove value={setPart}>
      {children}
      {part}
    </ListAbove>
  );
}

/**
 * For what opens a dialog: `show(dialog)` opens it, `show(null)` closes it. In a row of a `Table` the list holds it, since
 * below 768 the rows are others and the dialog would go with its row; elsewhere `above` holds it: put that beside the button.
 */
export function useAbove(): { show: Show; above: ReactNode } {
  const list = useContext(ListAbove);
  const [part, setPart] = useState<ReactNode>(null);
  return list === null ? { show: setPart, above: part } : { show: list, above: null };
}
