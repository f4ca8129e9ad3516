import { endpoint } from '../../platform/kit/endpoint.ts';

export const exportAccount = endpoint('GET /api/auth/export', {
  name: 'exportAccount',
  access: 'session',
  tag: 'Accounts',
  summary: 'All that is held on the own account, as one JSON file; five times a day',
  produces: ['application/json'],
});
