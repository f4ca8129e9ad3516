import { z } from 'zod';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { MEDIA_DAYS, MEDIA_TYPES } from '../contract.ts';

const { endpoint } = endpointsFor('SMS');

/** For carriers that fetch a picture and for recipients with a link: the address itself is the permission. */
export const getMessageMedia = endpoint('getMessageMedia', 'GET /api/p/:key', {
  access: 'public',
  summary: `The picture of a message, for ${MEDIA_DAYS} days, for whoever has its address`,
  params: z.object({ key: z.string().max(40) }),
  produces: [...MEDIA_TYPES],
  errors: ['not_found'],
});
