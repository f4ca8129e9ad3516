import { z } from 'zod';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';

const { endpoint } = endpointsFor('SIP trunk');

/** The facts that an edge needs of a carrier before any call. */
const sipCarrier = z.object({
  name: z.string(),
  /** The networks from which its calls come, like `192.0.2.10/32,2001:db8::1/128`; empty where it sends none. */
  networks: z.string(),
  /**
   * The edge asks this address whether the carrier is there, like `sip:sip.example.com:5060;transport=tcp`;
   * empty without a route.
   */
  uri: z.string(),
  /** The same for the identity that registers there, like `sip:me@sip.example.com`; empty where none does. */
  registrar: z.string(),
  user: z.string(),
  secret: z.string(),
});

/** For the SIP edge, with SIP_PROXY_TOKEN as bearer. */
export const listSipCarriers = endpoint('listSipCarriers', 'GET /api/sip/carriers', {
  access: 'edge',
  summary: 'The carriers with a SIP route, and where their calls come from',
  response: z.object({
    /** By their number, from "1" on. */
    carriers: z.record(z.string(), sipCarrier),
  }),
});
