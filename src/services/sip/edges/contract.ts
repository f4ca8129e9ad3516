import { z } from 'zod';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';

const { endpoint } = endpointsFor('Administration');

export const sipEdge = z.object({
  /** Its number. */
  edge: z.number().int(),
  /** How many calls its answering machine can have at once; 0 without one. */
  slots: z.number().int(),
  /** How many it has now. */
  taken: z.number().int(),
  /** How many calls found none free since the edge was started: they met the next step of their plan. */
  full: z.number().int(),
});
export type SipEdge = z.infer<typeof sipEdge>;

export const listSipEdges = endpoint('listSipEdges', 'GET /api/admin/sip-edges', {
  duties: ['carriers'],
  summary: 'The SIP edges that run, and how busy their answering machines are',
  response: z.array(sipEdge),
});
