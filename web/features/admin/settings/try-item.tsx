import { useMutation } from '@tanstack/react-query';
import { checkReadiness, TRYABLE, tryReadiness } from '../../../../src/admin/go-live/contract.ts';
import { carrierName } from '../../../../src/shared/carrier-names.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { keyOf, reread } from '../../../lib/reads.ts';
import { triedText } from '../../../ui/activity-row.tsx';
import { SmallButton } from '../../../ui/button.tsx';
import { CircleCheck, CircleX } from '../../../ui/icons.tsx';
import { Only } from '../../../ui/only.tsx';
import { Refusal } from '../../../ui/refusal.tsx';

/** In the next frame: the dialog that closes gives the focus back first. */
const leadTo = (button: HTMLElement | null) => void requestAnimationFrame(() => button?.focus());

/**
 * Tries what a line is about, and shows of each part what came back; nothing for lines that are about no one outside.
 * @param failed why the last attempt failed
 * @param isNext it is what to do next, and has the focus
 */
export function TryItem({ id, failed, isNext }: { id: string; failed?: string | undefined; isNext?: boolean }) {
  const item = TRYABLE.find((each) => each === id);
  const attempt = useMutation({
    mutationFn: (wanted: (typeof TRYABLE)[number]) => call(tryReadiness, { params: { item: wanted } }),
    onSuccess: () => reread(keyOf(checkReadiness)),
  });
  if (!item) return null;
  const answers = attempt.data ?? (failed ? [{ name: '', works: false, said: failed }] : null);
  return (
    <Only may={tryReadiness}>
      <SmallButton
        ref={isNext ? leadTo : undefined}
        className="my-1"
        busy={attempt.isPending}
        onClick={() => attempt.mutate(item)}
      >
        {t(`admin.goLive.try.${item}`)}
      </SmallButton>
      {attempt.error && <Refusal error={attempt.error} fallback={t('admin.goLive.try.failed')} />}
      {answers && (
        <div role="status">
          <ul className="flex flex-col gap-1 text-sm">
            {answers.map(({ name, works, said }) => {
              const Icon = works ? CircleCheck : CircleX;
              return (
                <li key={name} className="flex items-start gap-1.5">
                  <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${works ? 'text-success' : 'text-danger'}`} />
                  <span className="min-w-0 break-words">
                    {name && `${carrierName(name)}: `}
                    {works ? t('admin.goLive.try.works') : triedText(said)}{' '}
                    <bdi className={works ? '' : 'text-xs text-muted'}>{said}</bdi>
                  </span>
                </li>
              );
            })}
            {answers.length === 0 && <li>{t('admin.goLive.try.nothing')}</li>}
          </ul>
        </div>
      )}
    </Only>
  );
}
