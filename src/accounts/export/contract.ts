import { endpointsFor } from '../../platform/kit/endpoint.ts';

const { endpoint } = endpointsFor('Accounts');

export const exportAccount = endpoint('exportAccount', 'GET /api/auth/export', {
  access: 'session',
  summary: 'All that is held on the own account, as one JSON file; five times a day',
  produces: ['application/json'],
});
