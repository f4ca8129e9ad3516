import { endpoint } from '../../platform/kit/endpoint.ts';

export const exportAccount = endpoint('exportAccount', 'GET /api/auth/export', {
  access: 'session',
  tag: 'Accounts',
  summary: 'All that is held on the own account, as one JSON file; five times a day',
  produces: ['application/json'],
});
