import { routes } from '@medcloud/contract';
import { showCenter, showUser } from '../../../../domain/accounts/show.ts';
import { signIn } from '../../../../domain/accounts/sign-in.ts';
import { readPresented, setSignedIn } from '../../../server/credentials.ts';
import { edge } from '../../../server/edge.ts';

export const login = edge(
  routes.auth.centerLogin,
  async ({ portal, config, signInPorts, asking, body, request, out }) => {
    const door = { kind: 'center', centerId: body.centerId } as const;
    const presented = readPresented(request, config, body.password);
    const { account, secrets, center, device } = await signIn(portal, signInPorts, asking, door, presented);
    if (center === null) throw new Error('A center account has no center.');
    setSignedIn(out, config, secrets.cookie, device);
    return { sessionId: secrets.sessionId, user: showUser(account), medicalCenter: showCenter(center) };
  },
);
