// The job that a new movement is made from. The works list passes the job's data in the address, so that this works
// without signal; the machine that carried it is read if there is signal.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { customersQuery } from '@/data/customers/customers';
import { machinesQuery } from '@/data/machinery/machines';
import { jobQuery } from '@/data/works/jobs';
import { decimalIn, toInputText } from '@/domain/core/money';
import { isDate } from '@/domain/core/time';
import { formatQuantityWithUnit } from '@/domain/core/units';
import { movedQuantity } from '@/domain/movements/from-job';
import { useWaiting } from '@/offline/outbox/outbox';
import type { Customer } from '@/records/customers';
import { useAccount } from '@/session/account';
import type { MovementText } from './movement-schema';

export type FromJob = {
  workId: string;
  /** The outbox entry of the job, if it is not sent yet: it must be sent before the movement. */
  parents: string[];
  /** Task and description, which may name the manure. */
  words: string;
  text: Partial<MovementText>;
  /** The job's quantity in words, if its unit is neither a volume nor a weight: "12 loads". */
  otherQuantity: string | null;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const addressOf = (customer: Customer | undefined): string =>
  customer
    ? [customer.addressLine1, customer.addressLine2, customer.addressLine3, customer.town, customer.postcode]
        .filter(Boolean)
        .join(', ')
    : '';

/** `from` is null for a movement without a job. */
export function useJobOfMovement(isNew: boolean): { from: FromJob | null; isPending: boolean } {
  const account = useAccount();
  const { search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const workId = params.get('work') ?? '';
  const jobId = params.get('job') ?? workId;
  const isFromJob = isNew && UUID.test(workId) && UUID.test(jobId);
  const { entries } = useWaiting();
  const { ownerId, userId, settings } = account;
  const job = useQuery({
    ...jobQuery({ ownerId, userId, seesRates: settings.seesRates }, jobId),
    enabled: isFromJob,
  });
  const machines = useQuery({ ...machinesQuery(account), enabled: isFromJob });
  const customers = useQuery({ ...customersQuery(account), enabled: isFromJob });
  const from = useMemo((): FromJob | null => {
    if (!isFromJob) return null;
    const param = (name: string) => params.get(name) ?? '';
    const [customer, unit, date] = [param('customer'), param('unit'), param('date')];
    const typed = decimalIn(param('quantity'));
    const quantity = typed !== null && typed > 0 ? typed : null;
    const moved = movedQuantity(quantity, unit);
    // The vehicle is the tractor: the tanker that it pulls usually has no registration. So sort implements last.
    const used = (job.data?.machines ?? []).toSorted((a, b) => Number(a.implement) - Number(b.implement));
    const registration = used
      .map(({ machineId }) => machines.data?.find(({ id }) => id === machineId)?.registration ?? '')
      .find((text) => text !== '');
    return {
      workId,
      parents: entries
        .filter(({ id, action }) => action === 'insert' && (id === workId || id === jobId))
        .map(({ id }) => id),
      words: param('words'),
      text: {
        ...(isDate(date) ? { movedOn: date } : {}),
        ...(moved ? { quantity: toInputText(moved.quantity), unit: moved.unit } : {}),
        otherName: customer,
        otherAddress: addressOf(customers.data?.find(({ name }) => name.toLowerCase() === customer.toLowerCase())),
        transporterName: settings.farmName ?? '',
        vehicleReg: registration ?? '',
      },
      otherQuantity: quantity !== null && moved === null ? formatQuantityWithUnit(quantity, unit) : null,
    };
  }, [isFromJob, params, workId, jobId, job.data, machines.data, customers.data, entries, settings.farmName]);
  // Until the first attempt has failed. The open form reads these lists too, and must not be closed when it tries again.
  const isReading = ({ isLoading, failureCount, errorUpdateCount }: UseQueryResult) =>
    isLoading && failureCount + errorUpdateCount === 0;
  return { from, isPending: isFromJob && [job, machines, customers].some(isReading) };
}
