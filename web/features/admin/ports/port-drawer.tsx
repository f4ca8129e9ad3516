import { openPort, type PortEntry } from '../../../../src/services/numbers/ports/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { addressLine, Fact, OpenedDrawer } from '../papers/papers-drawer.tsx';

/** The details of a request to bring numbers. */
export const PortDrawer = ({ port, onClose }: { port: PortEntry; onClose: () => void }) => (
  <OpenedDrawer
    title={port.numbers.join(', ')}
    email={port.user.email}
    queryKey={[...queryKeys.allPorts, port.id]}
    open={() => call(openPort, { params: { portId: port.id } })}
    onClose={onClose}
  >
    {({ given, losingCarrier, pin }) =>
      given && (
        <>
          <Fact name={t('ports.losingCarrier')}>{losingCarrier}</Fact>
          {given.accountNumber && <Fact name={t('ports.accountNumber')}>{given.accountNumber}</Fact>}
          {pin && <Fact name={t('ports.pin')}>{pin}</Fact>}
          <Fact name={t('ports.holder')}>{addressLine(given.holder)}</Fact>
          {(['authorityPath', 'billPath'] as const).map((field) => (
            <Fact key={field} name={t(`ports.${field}`)}>
              {given[field] ? <ExternalLink href={given[field]}>{t('admin.papers.file')}</ExternalLink> : '–'}
            </Fact>
          ))}
        </>
      )
    }
  </OpenedDrawer>
);
