import { useIsMutating } from '@tanstack/react-query';
import { issueInvoice } from '@/data/invoice-changes';

/** True from the press of Generate until the answer is there. */
export const useIsIssuing = (): boolean => useIsMutating({ mutationKey: issueInvoice.mutationKey }) > 0;
