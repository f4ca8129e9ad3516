import { z } from 'zod';
import { LANGUAGES } from '../../../../db/enums.ts';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { uuid } from '../../../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('SIP trunk');

/** The longest part of a recording, in seconds: 19.2 MB, as requests have a limit. */
export const PART_SECONDS = 1200;
/** A call lasts an hour at most. */
const MOST_PARTS = 10;

/** For the SIP edge: what its rtpengine recorded of a call of a trunk, in parts of twenty minutes from 0 on. */
export const keepCallRecording = endpoint('keepCallRecording', 'PUT /api/sip/calls/:callId/recordings/:part', {
  access: 'edge',
  summary: 'Keep the recording of a call',
  params: z.object({ callId: uuid, part: z.coerce.number().int().min(0).max(MOST_PARTS) }),
  accepts: ['audio/wav'],
  errors: ['payload_too_large', 'malformed_request', 'unsupported_media_type', 'unavailable'],
});

/** The announcement that both ends of a call hear before it is recorded. */
export const getAnnouncement = endpoint('getAnnouncement', 'GET /api/sip/announcements/:language', {
  access: 'edge',
  summary: 'The announcement that a call is recorded',
  params: z.object({ language: z.enum(LANGUAGES) }),
  produces: ['audio/wav'],
});
