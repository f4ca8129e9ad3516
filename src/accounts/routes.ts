import { type Incoming, publicRoute } from '../http/route.ts';
import * as contract from './contract.ts';
import { login } from './login.ts';
import { register } from './register.ts';
import type { Origin } from './sessions.ts';

const originOf = ({ address, request }: Incoming): Origin => ({
  address,
  userAgent: request.headers.get('user-agent'),
});

export const accountRoutes = [
  publicRoute(contract.register, async ({ deps, body, incoming }) => {
    const { user, session } = await register(deps, body, originOf(incoming));
    incoming.cookie.write(session.token, session.expiresAt);
    return { user };
  }),
  publicRoute(contract.login, async ({ deps, body, incoming }) => {
    const { user, session } = await login(deps, body, originOf(incoming));
    incoming.cookie.write(session.token, session.expiresAt);
    return { user };
  }),
];
