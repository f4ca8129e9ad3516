import { type User, user } from '../../../src/callers/contract.ts';
import { example } from '../../kit/example.ts';

/** A customer as the server shows them. */
export const ADA: User = example(user, {
  ...{
    credits: '5.00',
    duty: null,
    isClosed: false,
    resold: false,
    language: null,
    phone: null,
    resellerPackage: null,
  },
});
