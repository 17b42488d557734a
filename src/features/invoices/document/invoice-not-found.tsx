import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { toast } from '@/lib/toast';

/** No work and no invoice has this number: shows a toast and returns to /invoices. */
export function InvoiceNotFound({ number }: { number: string }) {
  useEffect(() => {
    toast({ tone: 'error', title: 'Not Found', description: `Could not find works for invoice #${number}.` });
  }, [number]);
  return <Navigate to="/invoices" replace />;
}
