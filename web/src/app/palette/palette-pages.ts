import { beginUpload } from '@medcloud/contract/routes/medical-center';
import { screens } from '@medcloud/contract/screens';
import { Building2, LifeBuoy, Mail, Send, ShieldCheck, Stethoscope, Upload, UserRound } from 'lucide-react';
import { useText } from '../../text/language.tsx';
import type { CommandGroup, CommandItem } from '../../ui/overlays/command-dialog.tsx';
import type { Area } from '../layout/area.ts';
import { useNavigation } from '../layout/area-navigation.ts';
import { useMay } from '../session/use-may.ts';
import { foldLetters } from './fold-letters.ts';

/** Returns the area's pages and quick actions whose label contains `typed`. */
export function usePalettePages(area: Area, typed: string, goTo: (to: string) => void): CommandGroup[] {
  const t = useText('frame/palette');
  const frame = useText('frame');
  const may = useMay();
  const navigation = useNavigation(area).filter(({ to }) => to !== screens.support);
  const page = (to: string, label: string, icon: CommandItem['icon']): CommandItem => ({
    id: `${to} ${label}`,
    label,
    icon,
    onSelect: () => goTo(to),
  });
  const pages = [
    ...navigation.map(({ to, label, icon }) => page(to, label, icon)),
    ...(area === 'admin'
      ? [
          page(screens.adminMedicalCenters, t('centers'), Building2),
          page(screens.adminDoctors, t('doctors'), Stethoscope),
        ]
      : []),
    page(screens.account, t('account'), UserRound),
    page(screens.accountSecurity, t('accountSecurity'), ShieldCheck),
    ...(area === 'doctor' ? [page(screens.accountNotifications, t('accountNotifications'), Mail)] : []),
    page(screens.support, frame('navigation.support'), LifeBuoy),
  ];
  const quickActions = {
    center: may(beginUpload) ? [page(screens.centerUpload, t('upload'), Upload)] : [],
    doctor: [page(screens.doctorPatients, t('request'), Send)],
    admin: [],
  }[area];
  const searchText = foldLetters(typed.trim());
  const filterItems = (items: CommandItem[]) => items.filter(({ label }) => foldLetters(label).includes(searchText));
  return [
    { id: 'start', heading: t('start'), items: filterItems(quickActions) },
    { id: 'pages', heading: t('pages'), items: filterItems(pages) },
  ];
}
