import { useState } from 'react';
import { Plus } from './icons.tsx';
import { t } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { Options, Select } from './field.tsx';

interface AddFromProps {
  /** The list's name for a screen reader. */
  label: string;
  addLabel: string;
  options: readonly { id: string; name: string }[];
  onAdd: (value: string) => void;
}

/** The person chooses an option and adds it to a list. */
export function AddFrom({ label, addLabel, options, onAdd }: AddFromProps) {
  const [chosen, setChosen] = useState('');
  const add = () => {
    onAdd(chosen);
    setChosen('');
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        aria-label={label}
        className="sm:w-auto! sm:flex-1"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="">{t('limits.choose')}</option>
        <Options of={options} />
      </Select>
      <Button variant="secondary" disabled={!chosen} icon={Plus} onClick={add}>
        {addLabel}
      </Button>
    </div>
  );
}
