import { useState } from 'react';
import { t } from '../lib/i18n.ts';
import { Button } from './button.tsx';

/** Whether figures are shown as a table, and the button that changes between it and their picture. */
export function useAsTable(size: 'sm' | 'md' = 'sm') {
  const [asTable, setAsTable] = useState(false);
  const button = (
    <Button size={size} variant="secondary" onClick={() => setAsTable(!asTable)}>
      {t(asTable ? 'statements.spend.asPicture' : 'statements.spend.asTable')}
    </Button>
  );
  return [asTable, button] as const;
}
