import { usePublicSettings } from '../../calls/auth.ts';

/**
 * Where this page may use passkeys: `here`; only at `url`, because browsers bind them to the portal's own address; or not at
 * all (`none`), in this browser or at a portal whose address is a number. `unknown` until the settings are loaded.
 */
export type PasskeySite = { at: 'here' | 'none' | 'unknown' } | { at: 'elsewhere'; url: string };

export function usePasskeySite(): PasskeySite {
  const { data, isPending } = usePublicSettings();
  if (isPending) return { at: 'unknown' };
  const url = data?.passkeysAt ?? null;
  if (url === null) return { at: 'none' };
  if (url !== location.origin) return { at: 'elsewhere', url };
  return { at: 'PublicKeyCredential' in window ? 'here' : 'none' };
}
