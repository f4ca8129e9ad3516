import { z } from 'zod';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { isoTime } from '../../../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('SIP trunk');

export const trunkRegistration = z.object({
  /** Address and port that it came from, like `203.0.113.9:5060`. */
  address: z.string(),
  /** The telephone system's own name; null if it does not say. */
  device: z.string().nullable(),
  transport: z.enum(['udp', 'tcp', 'tls', 'ws', 'wss']),
  /** When it ends, unless the telephone system registers again. */
  expiresAt: isoTime,
});
export type TrunkRegistration = z.infer<typeof trunkRegistration>;

export const listTrunkRegistrations = endpoint(
  'listTrunkRegistrations',
  'GET /api/users/:id/voice-packages/:packageId/registrations',
  {
    summary: 'What is registered with a package now, newest first',
    response: z.object({ registrations: z.array(trunkRegistration) }),
  },
);
