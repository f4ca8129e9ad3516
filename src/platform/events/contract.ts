import { endpointsFor } from '../kit/endpoint.ts';

const { endpoint } = endpointsFor('Events');

export const streamEvents = endpoint('streamEvents', 'GET /api/events', {
  access: 'signed-in',
  duties: ['support', 'finance', 'carriers', 'reader'],
  summary: 'Server-sent events; resumes after `Last-Event-ID`',
  produces: ['text/event-stream'],
  errors: ['malformed_request'],
});
