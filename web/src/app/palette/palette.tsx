import { limits } from '@medcloud/contract/limits';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useDebounced } from '../../lib/debounced.ts';
import { useText } from '../../text/language.tsx';
import { paletteText } from '../../text/palette.ts';
import { CommandDialog } from '../../ui/overlays/command-dialog.tsx';
import type { Area } from '../layout/area.ts';
import { useCenterFinds } from './center-finds.ts';
import { useDoctorFinds } from './doctor-finds.ts';
import type { Finding, Finds } from './finds.ts';
import { usePages } from './pages.ts';
import { useUserFinds } from './user-finds.ts';

interface PaletteProps {
  area: Area;
  onClose: () => void;
}

interface FoundProps extends PaletteProps {
  useFinds: (finding: Finding) => Finds;
}

/** Each area finds its own things; pages and beginnings are found by their words. */
function AreaPalette({ area, onClose, useFinds }: FoundProps) {
  const t = useText(paletteText);
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), limits.searchDebounceMs);
  const go = (to: string) => {
    onClose();
    void navigate(to);
  };
  const pages = usePages(area, typed, go);
  const finds = useFinds({ typed: typed.trim(), search, go, onClose });
  const isWaiting = finds.isSearching || (typed.trim() !== search && typed.trim() !== '');
  return (
    <CommandDialog
      onClose={onClose}
      title={t('title')}
      placeholder={t(area)}
      value={typed}
      onChange={(text) => setTyped(text.slice(0, limits.searchMax))}
      // Pages are there at once, so what is found later comes below and moves no choice.
      groups={[...pages, ...(isWaiting ? [] : finds.groups)]}
      empty={t('none')}
      busy={isWaiting ? t('searching') : undefined}
    />
  );
}

/** Ctrl or Cmd and K: go to a page, find a patient or an exam, start an upload or a request. */
export function Palette({ area, onClose }: PaletteProps) {
  switch (area) {
    case 'center':
      return <AreaPalette area={area} onClose={onClose} useFinds={useCenterFinds} />;
    case 'doctor':
      return <AreaPalette area={area} onClose={onClose} useFinds={useDoctorFinds} />;
    case 'admin':
      return <AreaPalette area={area} onClose={onClose} useFinds={useUserFinds} />;
  }
}
