import { t } from '../../lib/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import type { SchemaField, SchemaLimits } from './schema-fields.ts';

interface FieldListProps {
  title: string;
  fields: readonly SchemaField[];
  /** True for the server's answers, which always have all fields. */
  answered?: boolean;
}

/** Fields with their types and limits, as the contract says. */
export function FieldList({ title, fields, answered = false }: FieldListProps) {
  if (fields.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium">{title}</h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {fields.map(({ path, type, required, limits }) => (
          <li key={path} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
            <code className="font-mono text-sm break-all">{path}</code>
            <span className="text-sm text-muted">{type}</span>
            {required && !answered && <Badge>{t('apiDocs.required')}</Badge>}
            <span className="text-sm break-words text-muted">{limitTexts(limits).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function limitTexts(limits: SchemaLimits): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = limits;
  const named = [
    minLength !== undefined && minLength > 1 && t('apiDocs.limit.minLength', { limit: minLength }),
    maxLength !== undefined && t('apiDocs.limit.maxLength', { limit: maxLength }),
    minimum !== undefined && t('apiDocs.limit.minimum', { limit: minimum }),
    maximum !== undefined && t('apiDocs.limit.maximum', { limit: maximum }),
    minItems !== undefined && t('apiDocs.limit.minItems', { limit: minItems }),
    maxItems !== undefined && t('apiDocs.limit.maxItems', { limit: maxItems }),
    limits.enum !== undefined && t('apiDocs.limit.enum', { values: limits.enum.join(', ') }),
    limits.default !== undefined && t('apiDocs.limit.default', { value: JSON.stringify(limits.default) }),
  ];
  return named.filter((text) => text !== false);
}
