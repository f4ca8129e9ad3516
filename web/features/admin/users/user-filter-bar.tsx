import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n.ts';
import { DayRange } from '../../../ui/day-range.tsx';
import { Select } from '../../../ui/field.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { ROLES, STATUSES, type UserFilters } from './user-filters.ts';

interface UserFilterBarProps {
  filters: UserFilters;
  onChange: (filters: UserFilters) => void;
  /** How many users the filters let through. */
  children: ReactNode;
}

/** Search and filters of the users' list. */
export function UserFilterBar({ filters, onChange, children }: UserFilterBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-5 pt-1 pb-3">
      <SearchInput
        label={t('admin.users.search')}
        value={filters.search ?? ''}
        onChange={(search) => onChange({ ...filters, search })}
      />
      <Select
        aria-label={t('admin.users.filterStatus')}
        className="w-auto! flex-1 sm:flex-none"
        value={filters.status ?? ''}
        onChange={(event) =>
          onChange({ ...filters, status: STATUSES.find((status) => status === event.target.value) })
        }
      >
        <option value="">{t('admin.users.anyStatus')}</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {t(`admin.users.status.${status}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('admin.users.filterRole')}
        className="w-auto! flex-1 sm:flex-none"
        value={filters.role ?? ''}
        onChange={(event) =>
          onChange({ ...filters, role: ROLES.find((role) => role === event.target.value) })
        }
      >
        <option value="">{t('admin.users.anyRole')}</option>
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {t(`admin.users.role.${role}`)}
          </option>
        ))}
      </Select>
      <DayRange
        from={filters.from}
        to={filters.to}
        onChange={(registered) => onChange({ ...filters, ...registered })}
      />
      <p role="status" className="text-muted max-sm:basis-full sm:ms-auto">
        {children}
      </p>
    </div>
  );
}
