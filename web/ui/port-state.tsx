import type { PortState as State } from '../../db/enums.ts';
import { t } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { Badge, type Tone, formatTime } from './values.tsx';
import { WithNumbers } from './with-numbers.tsx';

const TONES: Record<State, Tone> = {
  ...{ submitted: 'accent', papers_wanted: 'warning', in_progress: 'accent' },
  ...{ ported: 'success', refused: 'danger', withdrawn: 'neutral' },
};

interface PortStateProps {
  port: { numbers: string[]; status: State; losingCarrier: string; words: string | null } & Record<
    'wishedOn' | 'portsOn',
    string | null
  >;
}

const dayOf = (day: string) => ({ date: formatTime(`${day}T12:00`, 'day') });

/** A request to bring numbers: which they are, how far it is, and what was said about it. */
export const PortState = ({ port: { numbers, status, losingCarrier, words, wishedOn, portsOn } }: PortStateProps) => (
  <>
    <p className="font-medium break-words">
      <WithNumbers>{numbers.join(', ')}</WithNumbers> <Badge tone={TONES[status]}>{t(`ports.state.${status}`)}</Badge>
    </p>
    <p className="text-sm break-words text-muted">
      {t('ports.from', { carrier: losingCarrier })}
      {status === 'in_progress' && portsOn && ` · ${t('ports.portsOn', dayOf(portsOn))}`}
      {status !== 'in_progress' && wishedOn && ` · ${t('ports.wishedOn', dayOf(wishedOn))}`}
    </p>
    {words && <p className={`text-sm break-words ${status === 'refused' ? 'text-danger' : ''}`}>{words}</p>}
  </>
);

interface PortActionProps {
  numbers: string[];
  label: string;
  primary?: boolean;
  onClick: () => void;
}

/** What can be done with a request. */
export const PortAction = ({ numbers, label, primary = false, onClick }: PortActionProps) => (
  <Button
    size="sm"
    variant={primary ? 'primary' : 'secondary'}
    aria-label={t('ports.of', { action: label, numbers: numbers.join(', ') })}
    onClick={onClick}
  >
    {label}
  </Button>
);
