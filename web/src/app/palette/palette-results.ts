import type { CommandGroup } from '../../ui/overlays/command-dialog.tsx';

/** What is typed now, what has rested for 300 ms and is searched, and how to go. */
export interface PaletteQuery {
  typed: string;
  search: string;
  goTo: (to: string) => void;
  onClose: () => void;
}

export interface PaletteResults {
  groups: CommandGroup[];
  isSearching: boolean;
}

/** So many of a kind: the list itself shows the rest. */
export const maxShownResults = 5;
