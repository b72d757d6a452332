import { routes } from '@medcloud/contract';
import { chooseOwnPerson } from '../../../domain/own/choose-own-person.ts';
import { getOwnSecret } from '../../server/credentials.ts';
import { handler } from '../../server/handler.ts';

export const person = handler(routes.own.choosePerson, ({ context, config, request, httpRequest, body }) =>
  chooseOwnPerson(context, request, getOwnSecret(httpRequest, config), body),
);
