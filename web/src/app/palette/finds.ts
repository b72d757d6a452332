import type { CommandGroup } from '../../ui/overlays/command-dialog.tsx';

/** What is typed now, what has rested for 300 ms and is searched, and how to go. */
export interface Finding {
  typed: string;
  search: string;
  go: (to: string) => void;
  onClose: () => void;
}

export interface Finds {
  groups: CommandGroup[];
  isSearching: boolean;
}

/** So many of a kind: the list itself shows the rest. */
export const shownFinds = 5;
