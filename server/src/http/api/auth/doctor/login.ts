import { routes } from '@medcloud/contract';
import { showDoctor, showUser } from '../../../../domain/accounts/show.ts';
import { signIn } from '../../../../domain/accounts/sign-in.ts';
import { today } from '../../../../domain/portal/portal.ts';
import { readPresented, setSignedIn } from '../../../server/credentials.ts';
import { edge } from '../../../server/edge.ts';

export const login = edge(
  routes.auth.doctorLogin,
  async ({ portal, config, signInPorts, asking, body, request, out }) => {
    const door = { kind: 'doctor', email: body.email } as const;
    const presented = readPresented(request, config, body.password);
    const { account, secrets, doctor, device } = await signIn(portal, signInPorts, asking, door, presented);
    if (doctor === null) throw new Error('A doctor account has no doctor.');
    setSignedIn(out, config, secrets.cookie, device);
    return { sessionId: secrets.sessionId, user: showUser(account), doctor: showDoctor(doctor, today(portal)) };
  },
);
