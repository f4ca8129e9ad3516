import { Download } from '../../../ui/icons.tsx';
import { t } from '../../../lib/i18n.ts';
import { buttonClass } from '../../../ui/button.tsx';

/** A month's files for the accountant. */
export function ExportLinks({ month }: { month: string }) {
  const links = [
    ['journal', t('books.forms.journal')],
    ['balances', t('books.forms.balances')],
    ['credit', t('books.forms.credit')],
    ['datev', 'DATEV'],
    ['xero', 'Xero'],
    ['quickbooks', 'QuickBooks'],
  ] as const;
  return (
    <ul className="flex flex-wrap gap-2" aria-label={t('books.exportAs')}>
      {links.map(([form, name]) => (
        <li key={form}>
          <a
            href={`/api/admin/accounts/months/${month}/export.csv?form=${form}`}
            download
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            <Download aria-hidden className="size-4" />
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
