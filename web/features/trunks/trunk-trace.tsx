import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MOST_TRACE_MINUTES, type Trunk, updateTrunk } from '../../../src/services/trunks/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { formatNumber } from '../../lib/locale.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePassed } from '../../lib/use-passed.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';

/** The switch by which the SIP messages of a package's calls are kept. */
export function TrunkTrace({ row }: { row: Trunk }) {
  const { id } = useCurrentUser();
  const queryClient = useQueryClient();
  const isOver = usePassed(row.tracedUntil);
  const until = isOver ? null : row.tracedUntil;
  const change = useMutation({
    mutationFn: (traceMinutes: number) =>
      call(updateTrunk, { params: { id, packageId: row.id }, body: { traceMinutes } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.trunks(id) }),
    onError: (error) =>
      toast({
        title: t('packages.trace.failed'),
        description: messageOf(error, t('packages.trace.failed')),
        variant: 'destructive',
      }),
  });
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {until === null ? t('packages.trace.off') : t('packages.trace.until', { time: formatTime(until) })}
      <Button
        variant="secondary"
        size="sm"
        disabled={change.isPending}
        onClick={() => change.mutate(until === null ? MOST_TRACE_MINUTES : 0)}
      >
        {until === null
          ? t('packages.trace.start', { count: formatNumber(MOST_TRACE_MINUTES) })
          : t('packages.trace.stop')}
      </Button>
    </p>
  );
}
