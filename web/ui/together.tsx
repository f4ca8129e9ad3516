import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { SkeletonRows } from './frames.tsx';

/** After so long what is there is shown, whatever else is still being read. */
const PATIENCE_MS = 3000;

const Shown = createContext(true);

/** Whether what is read together can be seen: before, nothing in it takes the focus. */
export const useShown = () => useContext(Shown);

/** Shows what belongs together once all of it has been read, so that nothing that is seen moves. */
export function Together({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (isShown) return undefined;
    const show = () => setShown(true);
    const look = () => client.isFetching({ predicate: ({ state }) => state.data === undefined }) === 0 && show();
    look();
    // What was read may ask for more when it is drawn.
    const forget = client.getQueryCache().subscribe(() => requestAnimationFrame(look));
    const later = setTimeout(show, PATIENCE_MS);
    return () => {
      forget();
      clearTimeout(later);
    };
  }, [client, isShown]);
  return (
    <div className="relative">
      <div className={isShown ? undefined : 'invisible'}>
        <Shown value={isShown}>{children}</Shown>
      </div>
      {!isShown && (
        <div className="absolute inset-x-0 top-0">
          <SkeletonRows rows={3} />
        </div>
      )}
    </div>
  );
}
