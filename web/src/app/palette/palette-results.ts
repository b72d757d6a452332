import type { CommandGroup } from '../../ui/overlays/command-dialog.tsx';

/** `typed` is the current text, `search` the text 300 ms after the last key. `goTo` opens a path. */
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

/** Results per group. The list's own page shows the rest. */
export const maxShownResults = 5;
