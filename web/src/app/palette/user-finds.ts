import { screens } from '@medcloud/contract/screens';
import { UserRound } from 'lucide-react';
import { useUsers } from '../../calls/admin.ts';
import { useText } from '../../text/language.tsx';
import { paletteText } from '../../text/palette.ts';
import { type Finding, type Finds, shownFinds } from './finds.ts';

/** The portal's users, by e-mail or center ID. */
export function useUserFinds({ search, go }: Finding): Finds {
  const t = useText(paletteText);
  const users = useUsers(search);
  const found = search === '' ? [] : (users.rows ?? []).slice(0, shownFinds);
  return {
    isSearching: search !== '' && users.isPending,
    groups: [
      {
        id: 'users',
        heading: t('users'),
        items: found.map((user) => ({
          id: user.id,
          label: user.email,
          hint: user.centerId,
          icon: UserRound,
          onSelect: () => go(`${screens.adminUsers}?search=${encodeURIComponent(user.email)}`),
        })),
      },
    ],
  };
}
