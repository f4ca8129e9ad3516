import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { faultText } from '../../platform/kit/faults.ts';

const { endpoint } = endpointsFor('Uploads');

/** Largest receipt: 5 MB, 5,242,880 bytes. */
export const MAX_RECEIPT_BYTES = 5 * 1024 * 1024;

/** The types that a receipt may have, and their file name endings for a file picker. */
export const RECEIPT_TYPES = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'application/pdf': '.pdf',
  'application/msword': '.doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
} as const;

/** The types that a recording of a greeting may have, and their file name endings. */
export const SOUND_TYPES = { 'audio/mpeg': '.mp3', 'audio/wav': '.wav' } as const;

/** The longest recording of a greeting, in seconds. */
export const MAX_SOUND_SECONDS = 120;

/**
 * The purpose of a file: a receipt, which may also be a logo, papers or a message's picture; a sound that callers hear.
 */
export const uploadKind = z.enum(['receipt', 'sound']);
export type UploadKind = z.infer<typeof uploadKind>;

export const requestUpload = endpoint('requestUpload', 'PUT /api/objects/upload', {
  access: 'signed-in',
  summary: 'A link to upload one file to: the picture of a message, a receipt or a recording; good for 10 minutes',
  body: z
    .object({
      contentType: z.string().max(120).optional(),
      kind: uploadKind.default('receipt'),
      size: z
        .number()
        .int()
        .positive()
        .max(MAX_RECEIPT_BYTES, faultText('fileSize', { size: '5MB' }))
        .optional(),
    })
    .optional(),
  response: z.object({
    /** PUT the bytes here; the link itself is the permission. */
    uploadURL: z.string(),
    /** The value to send afterwards, for instance as `media` of a message or as `receiptImageUrl`. */
    objectPath: z.string(),
  }),
  errors: ['not_allowed_now'],
});

/** The bytes themselves; not JSON. */
export const putObject = endpoint('putObject', 'PUT /api/objects/:objectId', {
  access: 'public',
  summary: 'Upload the file to the signed link',
  query: z.object({ expires: z.string(), signature: z.string(), kind: uploadKind.default('receipt') }),
  accepts: [...Object.keys(RECEIPT_TYPES), ...Object.keys(SOUND_TYPES)],
  response: z.object({ objectPath: z.string() }),
  errors: ['bad_signature', 'upload_used', 'payload_too_large', 'unsupported_media_type', 'unavailable'],
});

export const getObject = endpoint('getObject', 'GET /api/objects/:objectId', {
  access: 'signed-in',
  duties: ['support', 'finance', 'reader'],
  summary: 'An uploaded file, for its owner and administrators',
  produces: [...Object.keys(RECEIPT_TYPES), ...Object.keys(SOUND_TYPES)],
  errors: ['forbidden'],
});

/** A carrier plays this to a caller: it cannot sign in, so the signed address is the permission. */
export const getSound = endpoint('getSound', 'GET /api/sounds/:objectId', {
  access: 'public',
  summary: 'A recording that callers hear, at a signed address',
  query: z.object({ expires: z.string(), signature: z.string() }),
  produces: Object.keys(SOUND_TYPES),
  errors: ['bad_signature'],
});
