import { t } from '../lib/i18n.ts';
import { Input } from './field.tsx';

interface Range {
  from: string | undefined;
  to: string | undefined;
}

/** Two days of a filter bar, both included; an empty one is no bound. Days are written `2026-11-30`. */
export function DayRange({ from, to, onChange }: Range & { onChange: (range: Range) => void }) {
  const days = { from, to };
  return (
    <div className="contents sm:flex sm:flex-wrap sm:gap-2">
      {(['from', 'to'] as const).map((bound) => (
        <label
          key={bound}
          className="flex flex-1 basis-48 items-center gap-2 text-sm whitespace-nowrap text-muted sm:flex-none"
        >
          {t(`statements.period.${bound}`)}
          <Input
            type="date"
            className="sm:w-36!"
            min={bound === 'to' ? from || undefined : undefined}
            max={bound === 'from' ? to || undefined : undefined}
            value={days[bound] ?? ''}
            onChange={(event) => onChange({ ...days, [bound]: event.target.value || undefined })}
          />
        </label>
      ))}
    </div>
  );
}
