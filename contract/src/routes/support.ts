import { route } from '../route.ts';
import * as support from '../shapes/support.ts';

export const sendMessage = route({
  method: 'POST',
  path: '/api/support/messages',
  access: 'anyone',
  rate: 'message',
  summary: 'Receives a message to the operator from anyone. The account of a session is stored with it.',
  source: 'specification 2, landing and public support page; shapes, added endpoints',
  body: support.supportMessageForm,
  status: 201,
  reply: support.supportMessageReceipt,
});
