import type { SessionEntry } from '@medcloud/contract';
import { useText } from '../../text/language.tsx';

/** Returns the texts that name a session: `Chrome on Windows`, and the place it is used from. */
export function useSessionLabels() {
  const t = useText('account.sessions');
  return {
    device: ({ browser, system }: Pick<SessionEntry, 'browser' | 'system'>) =>
      browser !== null && system !== null ? t('device', { browser, system }) : (browser ?? system ?? t('program')),
    place: ({ network }: Pick<SessionEntry, 'network'>) =>
      network === null ? t('ownMachine') : t('network', { network }),
  };
}
