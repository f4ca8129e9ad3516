import { TRUNK_RINGS } from '../../../../db/enums.ts';
import { getNumber } from '../../../../src/services/numbers/details/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/use-read.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Field, Select } from '../../../ui/field.tsx';
import { nameOfTrunk, useTrunks } from '../trunk-name.tsx';
import { error, type FieldsProps, RingSeconds } from './ring-seconds.tsx';

/** Which trunk a step rings, how its telephones ring, and for how long. */
export function TrunkFields({ step, numberId, faultOf, onChange }: FieldsProps & { numberId: string }) {
  const { id } = useCurrentUser();
  const { data: number } = useRead(getNumber, { id, numberId });
  const trunks = useTrunks().rows.filter(({ state, id: own }) => state === 'active' || own === step.trunkId);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label={t('numbers.calls.trunk')}
        hint={t(number?.abilities.ringTrunks ? 'numbers.calls.trunkRings' : 'numbers.calls.trunkHint')}
        className="sm:col-span-2"
        {...error(faultOf('trunkId'))}
      >
        <Select value={step.trunkId} onChange={({ target }) => onChange({ trunkId: target.value })}>
          <option value="">{t('numbers.calls.trunkNone')}</option>
          {trunks.map((trunk) => (
            <option key={trunk.id} value={trunk.id}>
              {nameOfTrunk(trunk)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('numbers.calls.telephones')}>
        <Select
          value={step.ring}
          onChange={({ target }) => onChange({ ring: TRUNK_RINGS.find((ring) => ring === target.value) ?? step.ring })}
        >
          {TRUNK_RINGS.map((ring) => (
            <option key={ring} value={ring}>
              {t(`numbers.calls.rings.${ring}`)}
            </option>
          ))}
        </Select>
      </Field>
      <RingSeconds {...{ step, faultOf, onChange }} />
    </div>
  );
}
