import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

export interface MenuItem {
  label: ReactNode;
  icon?: LucideIcon;
  onSelect: () => void;
  isDangerous?: boolean;
  disabled?: boolean;
  /** On the right: a key, an id. */
  hint?: ReactNode;
  /** Draws a line above it. */
  hasSeparator?: boolean;
}

export interface MenuProps {
  trigger: ReactElement;
  items: readonly MenuItem[];
  heading?: ReactNode;
}
