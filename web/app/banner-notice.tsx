import { useEffect, useState } from 'react';
import { X } from '../ui/icons.tsx';
import type { ResponseOf } from '../../src/platform/kit/endpoint.ts';
import { getBanner } from '../../src/admin/settings/contract.ts';
import { currentLanguage, t } from '../lib/i18n.ts';
import { usePassed } from '../lib/use-passed.ts';
import { useRead } from '../lib/use-read.ts';
import { IconButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** The banner that was dismissed in this browser. */
const STORAGE_KEY = 'topline-banner';

/**
 * The services that are slow, and the operator's message to everybody, above every page; the message until its time is over or it is
 * dismissed.
 */
export function BannerNotice() {
  const { data, refetch } = useRead(getBanner, {});
  const [putAway, setPutAway] = useState(() => localStorage.getItem(STORAGE_KEY));
  const hasChanged = usePassed(data?.changesAt ?? null);
  useEffect(() => {
    if (hasChanged) void refetch();
  }, [hasChanged, refetch]);
  const slow = data?.slow ?? [];
  const banner = data?.banner?.id === putAway ? null : data?.banner;
  if (!banner && slow.length === 0) return null;
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-2 px-4 pt-4 sm:px-6">
      {slow.map(({ service }) => (
        <Notice key={service} tone="warning">
          <p role="status">{t(`shell.slow.${service}`)}</p>
        </Notice>
      ))}
      {banner && <Banner banner={banner} onDismiss={() => setPutAway(banner.id)} />}
    </div>
  );
}

type Shown = NonNullable<ResponseOf<typeof getBanner>['banner']>;

function Banner({ banner, onDismiss }: { banner: Shown; onDismiss: () => void }) {
  const own = banner.texts[currentLanguage()];
  return (
    <aside aria-label={t('shell.banner')}>
      <Notice tone={banner.tone}>
        <div className="flex items-start gap-2">
          {/* The direction follows the text, which may be in another language. */}
          <p dir="auto" className="min-w-0 flex-1 break-words">
            {own ?? banner.text}
          </p>
          <span className="-my-1.5">
            <IconButton
              label={t('shell.dismissBanner')}
              icon={<X aria-hidden className="size-4" />}
              onClick={() => {
                localStorage.setItem(STORAGE_KEY, banner.id);
                onDismiss();
              }}
            />
          </span>
        </div>
      </Notice>
    </aside>
  );
}
