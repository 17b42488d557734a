import { mutationOptions, useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { counted } from '@/domain/core/word-list';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { BusyChip } from '@/ui/forms/busy-chip';
import type { ListPdfRequest } from './save-list-pdf';

const save = mutationOptions({
  mutationKey: ['list-pdf'],
  // Offline, a list that is stored on the device can be saved; any other list fails at once.
  networkMode: 'always',
  mutationFn: async (request: ListPdfRequest) => (await import('./save-list-pdf')).saveListPdf(request),
  meta: {
    saved: (rows: number) => ({
      title: 'PDF downloaded',
      description: counted(rows, 'row', 'rows'),
    }),
    failed: {
      title: 'No PDF was saved',
      description: 'Part of the list did not load. Check your signal and press PDF again.',
    },
  },
});

/** Saves a list as a PDF. `read` returns the whole list with its current filters and order. */
export function PdfButton({
  read,
  look = 'button',
  label = 'PDF',
  className,
  disabled,
}: {
  read: ListPdfRequest['read'];
  look?: 'button' | 'chip' | 'quiet';
  label?: string;
  className?: string;
  disabled?: boolean;
}) {
  const account = useAccount();
  const today = useToday();
  const { isPending, mutate } = useMutation(save);
  const press = () => mutate({ read, account, today });
  const icon = <FileText aria-hidden="true" />;
  if (look === 'chip')
    return (
      <BusyChip label={label} busy={isPending} onPress={press} className={className} disabled={disabled}>
        {icon}
      </BusyChip>
    );
  return (
    <Button
      variant={look === 'quiet' ? 'quiet' : 'plain'}
      className={className}
      disabled={disabled}
      busy={isPending}
      onClick={press}
    >
      {icon}
      {isPending ? 'Making...' : label}
    </Button>
  );
}
