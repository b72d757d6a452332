import { screens } from '@medcloud/contract/screens';
import { useNavigate } from 'react-router';
import { RequestStepper } from '../patients/request-panel.tsx';
import { useAccessRequest } from '../patients/use-access-request.ts';

/** The steps of the request that the URL names. A new request is made on the page of requests. */
export function RequestInPlace() {
  const current = useAccessRequest();
  const navigate = useNavigate();
  const choose = (id: string | null) => (id === null ? void navigate(screens.doctorPatients) : current.choose(id));
  return <RequestStepper current={{ ...current, choose }} patients={[]} />;
}
