import { endpoint } from '../kit/endpoint.ts';

export const streamEvents = endpoint('GET /api/events', {
  name: 'streamEvents',
  access: 'signed-in',
  duties: ['support', 'finance', 'carriers', 'reader'],
  tag: 'Events',
  summary: 'Server-sent events; resumes after `Last-Event-ID`',
  produces: ['text/event-stream'],
  errors: ['malformed_request'],
});
