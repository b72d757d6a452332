import type { Area } from '../../../app/layout/area.ts';
import { PasskeyButton } from '../../../app/passkey/passkey-button.tsx';
import { PasskeyElsewhere } from '../../../app/passkey/passkey-elsewhere.tsx';
import { usePasskey } from '../../../app/passkey/use-passkey.ts';
import { usePasskeyOffer } from '../../../app/passkey/use-passkey-offer.ts';
import { usePasskeySite } from '../../../app/passkey/use-passkey-site.ts';
import type { SignInResult } from '../../../app/session/session.tsx';
import { fetchPasskeyOptions, usePasskeySignIn } from '../../../calls/auth.ts';
import { useText } from '../../../text/language.tsx';

interface PasskeySignInProps {
  area: Area;
  onSignedIn: (result: SignInResult) => void;
}

/** Signs in by a passkey, without a name: by the button, or as the browser offers it in the name's field. */
export function PasskeySignIn({ area, onSignedIn }: PasskeySignInProps) {
  const t = useText('auth.passkey');
  const site = usePasskeySite();
  const { mutateAsync } = usePasskeySignIn();
  const passkey = usePasskey({
    fetchOptions: fetchPasskeyOptions,
    send: async (response) => onSignedIn(await mutateAsync({ body: { kind: area, response } })),
    instead: 'password',
  });
  usePasskeyOffer({
    isEnabled: site.at === 'here' && !passkey.isBusy,
    fetchOptions: fetchPasskeyOptions,
    onSigned: (response) => void passkey.sendSigned(response),
  });
  if (site.at === 'none') return null;
  if (site.at === 'elsewhere') return <PasskeyElsewhere url={site.url} />;
  // until the settings are known, it keeps its place
  const isKnown = site.at === 'here';
  return <PasskeyButton passkey={passkey} label={t('signIn')} className={isKnown ? 'w-full' : 'invisible w-full'} />;
}
