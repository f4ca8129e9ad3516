import { endpoint } from '../kit/endpoint.ts';

export const streamEvents = endpoint('streamEvents', 'GET /api/events', {
  access: 'signed-in',
  duties: ['support', 'finance', 'carriers', 'reader'],
  tag: 'Events',
  summary: 'Server-sent events; resumes after `Last-Event-ID`',
  produces: ['text/event-stream'],
  errors: ['malformed_request'],
});
