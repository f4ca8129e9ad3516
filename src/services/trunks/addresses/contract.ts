import { z } from 'zod';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { faultText } from '../../../platform/kit/faults.ts';
import { trunk } from '../contract.ts';

const { endpoint } = endpointsFor('SIP trunk');

/** The most networks of a trunk. */
export const MOST_NETWORKS = 32;

/** The longest prefix that names a trunk. */
const PREFIX_DIGITS = 10;

/** The shortest prefix of a network, by the kind of its address: one customer has so many; whoever needs more uses digests. */
const LEAST_BITS = { v4: 24, v6: 64 } as const;

const address = z.union([z.ipv4(), z.ipv6()]);
const net = z.union([z.cidrv4(), z.cidrv6()]);

/** Tells whether a text is an address or a small network, like `198.41.0.4` or `2001:500:2::/64`. */
function isSmallNetwork(text: string): boolean {
  if (address.safeParse(text).success) return true;
  if (!net.safeParse(text).success) return false;
  return Number(text.split('/')[1]) >= LEAST_BITS[text.includes(':') ? 'v6' : 'v4'];
}

/** In texts. */
export const NETWORKS_IN_WORDS = {
  example: '198.41.0.4',
  network: '198.41.0.0/28',
  four: `/${LEAST_BITS.v4}`,
  six: `/${LEAST_BITS.v6}`,
};

const network = z.string().trim().refine(isSmallNetwork, faultText('trunkNetwork', NETWORKS_IN_WORDS));

/**
 * With this a telephone system is known by where its calls come from, and needs neither to register nor a secret. Any
 * address, with the digits dialled before the number, belongs to one trunk at most. An empty list ends it.
 */
export const setTrunkAddresses = endpoint(
  'setTrunkAddresses',
  'PUT /api/users/:id/voice-packages/:packageId/addresses',
  {
    summary: 'Choose from which addresses a package calls without registering',
    body: z.object({
      /** Public addresses or networks: of IPv4 from `/24` to `/32`, of IPv6 from `/64` to `/128`. */
      networks: z.array(network).max(MOST_NETWORKS, faultText('networksMost', { count: MOST_NETWORKS })),
      /** The digits that its telephone system dials before each number; empty for none. */
      prefix: z
        .string()
        .regex(/^\d*$/, faultText('digitsOnly', { limit: PREFIX_DIGITS }))
        .max(PREFIX_DIGITS, faultText('digitsOnly', { limit: PREFIX_DIGITS }))
        .default(''),
      /** They are taken by UDP, where anybody can write these addresses as the sender. */
      overUdp: z.boolean().default(false),
    }),
    response: trunk,
    errors: ['not_allowed_now'],
  },
);
