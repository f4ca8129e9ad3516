import type { ReceivedPicture } from '../../../src/services/inbox/contract.ts';
import { t } from '../../lib/i18n.ts';

/** The pictures and other files of a message that came in. */
export function MessagePictures({ pictures }: { pictures: readonly ReceivedPicture[] }) {
  if (pictures.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2">
      {pictures.map((picture) => (
        <li key={picture.id}>
          <Shown picture={picture} />
        </li>
      ))}
    </ul>
  );
}

function Shown({ picture: { status, contentType, url } }: { picture: ReceivedPicture }) {
  if (status !== 'ready') {
    return (
      <p className="rounded-lg bg-sunken px-3 py-2 text-sm text-muted">
        {t(status === 'failed' ? 'inbox.pictureFailed' : 'inbox.pictureComing')}
      </p>
    );
  }
  if (!contentType?.startsWith('image/')) {
    return (
      <a href={url} download className="inline-block rounded-lg bg-sunken px-3 py-2 text-accent underline">
        {t('inbox.file')}
      </a>
    );
  }
  return (
    <a href={url} target="_blank" rel="noreferrer" className="block w-fit">
      <img src={url} alt={t('inbox.picture')} loading="lazy" className="max-h-72 max-w-full rounded-lg" />
    </a>
  );
}
