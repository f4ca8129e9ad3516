import { endpoint } from '../kit/endpoint.ts';

export const streamEvents = endpoint({
  name: 'streamEvents',
  method: 'GET',
  path: '/api/events',
  access: 'signed-in',
  tag: 'Events',
  summary: 'Server-sent events; resumes after `Last-Event-ID`',
  status: 200,
  produces: ['text/event-stream'],
  errors: ['malformed_request'],
});
