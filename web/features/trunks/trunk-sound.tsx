import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { TRUNK_CODECS } from '../../../db/enums.ts';
import { type Trunk, updateTrunk } from '../../../src/services/trunks/contract.ts';
import { call, type CallInput, messageOf } from '../../lib/call.ts';
import { formatNumber, t } from '../../lib/i18n.ts';
import { queryKeys, reread } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button, SmallButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toastFailure } from '../../ui/toast.tsx';

/** The owner's choice for the sound of a package's calls, where the operator's edges can do it. */
export function TrunkSound({ row }: { row: Trunk }) {
  const [open, setOpen] = useState(false);
  const change = useChange(row, t('packages.sound.failed'));
  if (row.sound === 'direct') return null;
  return (
    <>
      <Choice
        text={
          row.codecs.length ? t('packages.sound.codecs', { codecs: row.codecs.join(', ') }) : t('packages.sound.any')
        }
        onClick={() => setOpen(true)}
      >
        {t('packages.sound.change')}
      </Choice>
      {row.sound === 'recorded' && (
        <Choice
          text={t(row.recorded ? 'packages.sound.recorded' : 'packages.sound.notRecorded')}
          disabled={change.isPending}
          onClick={() => change.mutate({ recorded: !row.recorded })}
        >
          {t(row.recorded ? 'packages.sound.stop' : 'packages.sound.record')}
        </Choice>
      )}
      {open && <CodecsDialog row={row} onClose={() => setOpen(false)} />}
    </>
  );
}

/** How a package calls, in a line, with the button that changes it. */
export const Choice = ({ text, ...button }: { text: string } & ComponentProps<typeof Button>) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
    {text}
    <SmallButton may="updateVoicePackage" {...button} />
  </p>
);

/** Changes how a package calls. */
export function useChange(row: Trunk, failed: string, onDone: () => void = () => {}) {
  const { id } = useCurrentUser();
  return useMutation({
    mutationFn: (body: CallInput<typeof updateTrunk>['body']) =>
      call(updateTrunk, { params: { id, packageId: row.id }, body }),
    onSuccess: () => {
      onDone();
      return reread(queryKeys.trunks(id));
    },
    onError: (error) => toastFailure(failed, messageOf(error, failed)),
  });
}

/** Codecs in the order in which they are pressed. */
function CodecsDialog({ row, onClose }: { row: Trunk; onClose: () => void }) {
  const [codecs, setCodecs] = useState(row.codecs);
  const change = useChange(row, t('packages.sound.failed'), onClose);
  return (
    <Dialog
      onClose={onClose}
      title={t('packages.sound.title')}
      description={t('packages.sound.text')}
      footer={
        <Button disabled={change.isPending} onClick={() => change.mutate({ codecs })}>
          {t('packages.calls.save')}
        </Button>
      }
    >
      <div className="flex flex-wrap gap-2">
        {TRUNK_CODECS.map((codec) => {
          const place = codecs.indexOf(codec);
          return (
            <Button
              key={codec}
              variant={place < 0 ? 'secondary' : 'primary'}
              aria-pressed={place >= 0}
              onClick={() => setCodecs(place < 0 ? [...codecs, codec] : codecs.filter((each) => each !== codec))}
            >
              {place < 0 ? codec : `${formatNumber(place + 1)}. ${codec}`}
            </Button>
          );
        })}
      </div>
    </Dialog>
  );
}
