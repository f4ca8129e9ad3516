import { z } from 'zod';
import { PICTURE_STATUSES } from '../../../db/enums.ts';
import { CALLBACK_BYTES } from '../../carriers/contract.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, line, money2, namedObject, pageQuery, paragraph, uuid } from '../../platform/kit/schemas.ts';
import { mediaPath, smsMessage, smsStatus } from '../messaging/contract.ts';
import { MESSAGE_REFUSALS } from '../messaging/refusal-contract.ts';
import { faultText } from '../../platform/kit/faults.ts';

const { endpoint, pagedList } = endpointsFor('Inbox');

/** The pictures that are shown; other files are only saved. */
const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** A picture or another file that came with a message, or a picture that was sent with a reply. */
const receivedPicture = namedObject('ReceivedPicture', {
  id: uuid,
  /** It says whether the picture can be read: pictures are fetched from the carrier within seconds, mostly. */
  status: z.enum(PICTURE_STATUSES),
  /** Its media type, as far as it is known; `application/octet-stream` for what is no picture. */
  contentType: z.string().nullable(),
  /** Bytes, as far as it is known. */
  size: z.number().int().nullable(),
  /** Where it can be read, with the same credentials as all else. */
  url: z.string(),
});
export type ReceivedPicture = z.infer<typeof receivedPicture>;

export const receivedMessage = namedObject('ReceivedMessage', {
  id: uuid,
  conversationId: uuid,
  /** The customer's number, E.164. */
  to: z.string(),
  /** E.164, or the name or short code of the sender. */
  from: z.string(),
  text: z.string(),
  pictures: z.array(receivedPicture),
  /** The charge for it, in pounds. */
  cost: money2,
  /**
   * The price that was not charged, where the credit did not cover it: the message is stored all the same.
   */
  unpaid: money2,
  receivedAt: isoTime,
});
export type ReceivedMessage = z.infer<typeof receivedMessage>;

export const conversation = namedObject('Conversation', {
  id: uuid,
  ownNumber: z.string(),
  otherNumber: z.string(),
  /** The customer's name for the other person. */
  name: z.string().nullable(),
  lastAt: isoTime,
  /** The beginning of the newest message. */
  lastText: z.string(),
  lastIncoming: z.boolean(),
  unread: z.number().int(),
  /** A reply can be sent: the other side is a number, and our number still belongs to the customer. */
  canReply: z.boolean(),
});
export type Conversation = z.infer<typeof conversation>;

export const conversationMessage = z.object({
  id: uuid,
  incoming: z.boolean(),
  text: z.string(),
  pictures: z.array(receivedPicture),
  at: isoTime,
  /** For a reply: the message that was sent, and its state. */
  messageId: uuid.nullable(),
  status: smsStatus.nullable(),
  /** For one that came in: as of a received message. */
  cost: money2,
  unpaid: money2,
});
export type ConversationMessage = z.infer<typeof conversationMessage>;

export const listReceived = pagedList('listReceivedMessages', '/api/users/:id/messages/received', {
  summary: 'Messages that came in, newest first',
  query: pageQuery,
  row: receivedMessage,
});

export const listConversations = pagedList('listConversations', '/api/users/:id/conversations', {
  summary: 'Conversations, the one with the newest message first',
  query: pageQuery.extend({
    /** Part of a number or of a name. */
    search: z.string().trim().max(60).default(''),
  }),
  row: conversation,
});

/** Conversations behind so many newer ones are not looked at. */
export const UNREAD_LOOKED_AT = 1000;

export const countUnread = endpoint('countUnreadConversations', 'GET /api/users/:id/conversations/unread/count', {
  summary: `How many of the newest ${UNREAD_LOOKED_AT} conversations have messages that nobody read`,
  response: z.object({ count: z.number().int() }),
});

export const listConversationMessages = pagedList(
  'listConversationMessages',
  '/api/users/:id/conversations/:conversationId/messages',
  { summary: 'The messages of a conversation, newest first', query: pageQuery, row: conversationMessage },
);

export const updateConversation = endpoint('updateConversation', 'PUT /api/users/:id/conversations/:conversationId', {
  summary: 'Give the other a name, or mark all messages as read',
  body: z.object({
    /** Empty for no name. */
    name: line(60).optional(),
    read: z.literal(true).optional(),
  }),
  response: conversation,
});

export const redactConversationMessage = endpoint(
  'redactConversationMessage',
  'DELETE /api/users/:id/conversations/:conversationId/messages/:messageId/text',
  {
    summary: 'Take text and pictures out of a message of a conversation, everywhere',
    errors: ['not_allowed_now'],
  },
);

export const replyToConversation = endpoint(
  'replyToConversation',
  'POST /api/users/:id/conversations/:conversationId/messages',
  {
    summary: 'Reply from the same number, at the price of a message',
    body: z.object({
      message: paragraph(1600).min(1, faultText('fillAll')),
      /** A picture, as of a message that is sent. */
      media: mediaPath.nullish(),
      /** `{name}` may be sent as it stands; otherwise such a reply is refused. */
      unfilledPlaceholders: z.boolean().optional(),
    }),
    status: 201,
    response: smsMessage,
    idempotent: true,
    errors: ['not_allowed_now', ...MESSAGE_REFUSALS, 'validation_failed'],
  },
);

export const getReceivedPicture = endpoint('getReceivedPicture', 'GET /api/users/:id/pictures/:pictureId', {
  duties: [],
  summary: 'A picture that came with a message, only for the account itself',
  produces: [...PICTURE_TYPES, 'application/octet-stream'],
  errors: ['forbidden', 'not_allowed_now'],
});

/** A number of a simulated carrier, which the customer tries out. */
export const tryNumber = endpoint('tryNumber', 'POST /api/users/:id/did-numbers/:numberId/try', {
  tag: 'DID numbers',
  summary: 'Have a simulated carrier deliver a message to a number',
  body: z.object({
    from: z
      .string()
      .trim()
      .regex(/^\+[1-9]\d{6,14}$/, faultText('fullNumber', { example: '+447911123456' })),
    text: paragraph(1600).min(1, faultText('fillAll')),
  }),
  errors: ['not_allowed_now'],
});

/** The address to which carriers deliver messages. Body and signature have the carrier's own form. */
export const messageCallback = endpoint('messageCallback', 'POST /api/callbacks/:provider/messages', {
  largestBody: CALLBACK_BYTES,
  access: 'public',
  summary: "A message to one of our numbers, with the carrier's own signature",
  params: z.object({ provider: z.string().max(60) }),
  errors: ['not_found', 'bad_signature', 'malformed_request', 'payload_too_large'],
});
