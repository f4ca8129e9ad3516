import { userLabel, type UserLabel } from '../../../web/features/admin/users/user-badge.tsx';

test.each<['active' | 'suspended', string, UserLabel]>([
  ['suspended', '500.00', 'suspended'],
  ['suspended', '0.00', 'suspended'],
  ['active', '100.01', 'active'],
  ['active', '100.00', 'lowCredits'],
  ['active', '0.01', 'lowCredits'],
  ['active', '0.00', 'noCredits'],
])('%s with £%s is %s', (status, credits, label) => {
  expect(userLabel({ status, isClosed: false, credits })).toBe(label);
});

test('an account that its owner has closed is closed, whatever its balance', () => {
  expect(userLabel({ status: 'suspended', isClosed: true, credits: '500.00' })).toBe('closed');
});
