import { routes } from '@medcloud/contract';
import { showUser } from '../../../../domain/accounts/show.ts';
import { signIn } from '../../../../domain/accounts/sign-in.ts';
import { readPresented, setSignedIn } from '../../../server/credentials.ts';
import { edge } from '../../../server/edge.ts';

export const login = edge(
  routes.auth.adminLogin,
  async ({ portal, config, signInPorts, asking, body, request, out }) => {
    const door = { kind: 'admin', email: body.email } as const;
    const presented = readPresented(request, config, body.password);
    const { account, secrets, device } = await signIn(portal, signInPorts, asking, door, presented);
    setSignedIn(out, config, secrets.cookie, device);
    return { sessionId: secrets.sessionId, user: showUser(account) };
  },
);
