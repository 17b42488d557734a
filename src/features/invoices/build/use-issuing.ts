import { useIsMutating } from '@tanstack/react-query';
import { issueInvoice } from '@/data/invoice-changes';

/** True while an invoice is being issued. */
export const useIsIssuing = (): boolean => useIsMutating({ mutationKey: issueInvoice.mutationKey }) > 0;
