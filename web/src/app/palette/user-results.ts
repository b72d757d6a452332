import { screens } from '@medcloud/contract/screens';
import { UserRound } from 'lucide-react';
import { useUsers } from '../../calls/admin.ts';
import { useText } from '../../text/language.tsx';
import { maxShownResults, type PaletteQuery, type PaletteResults } from './palette-results.ts';

/** Searches all users by email or center ID. */
export function useUserResults({ search, goTo }: PaletteQuery): PaletteResults {
  const t = useText('frame/palette');
  const users = useUsers(search);
  const shownUsers = search === '' ? [] : (users.rows ?? []).slice(0, maxShownResults);
  return {
    isSearching: search !== '' && users.isPending,
    groups: [
      {
        id: 'users',
        heading: t('users'),
        items: shownUsers.map((user) => ({
          id: user.id,
          label: user.email,
          hint: user.centerId,
          icon: UserRound,
          onSelect: () => goTo(`${screens.adminUsers}?search=${encodeURIComponent(user.email)}`),
        })),
      },
    ],
  };
}
