import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { farmDetailsQuery } from '@/data/account/farm-details';
import { fieldsQuery, fieldSummaryQuery } from '@/data/fields/fields';
import { withoutFailureMessage } from '@/data/load-failed';
import type { AreaUnit } from '@/domain/core/area';
import { isLoading } from '@/lib/read-state';
import type { FarmField } from '@/records/fields';
import { useAccount } from '@/session/account';
import { readUnit } from './fields-address';

/**
 * Every field, and `summaries`: the current crop, last activity and soil test of each, by the field's id. Without
 * signal both come from the copy on this device.
 */
export function useFields() {
  const { ownerId } = useAccount();
  const fields = useQuery(fieldsQuery(ownerId));
  const summary = useQuery(fieldSummaryQuery(ownerId));
  const summaries = useMemo(() => new Map((summary.data ?? []).map((one) => [one.fieldId, one])), [summary.data]);
  return {
    fields,
    summaries,
    /** False while `summaries` load. Forms wait for them, so that the first save checks the harvest interval. */
    summariesReady: !isLoading(summary),
  };
}

/** The fields in use with which a field can be merged: of the same customer, or the farm's own. */
export const mergeableWith = (field: FarmField, fields: readonly FarmField[]): FarmField[] =>
  fields.filter(
    (one) =>
      one.id !== field.id &&
      one.archivedOn === null &&
      one.customerId === field.customerId &&
      one.customer === field.customer,
  );

/** The unit in which areas are shown: the one in the address, else the farm's. */
export function useAreaUnit(): AreaUnit {
  const farmUnit = useFormUnit();
  return readUnit(useSearchParams()[0]) ?? farmUnit ?? 'acre';
}

/**
 * The unit in which a form takes areas: the farm's, or acres if that can't be read. Null while it is being read,
 * because a form must not change the unit of what is typed.
 */
export function useFormUnit(): AreaUnit | null {
  const { ownerId } = useAccount();
  const farm = useQuery(withoutFailureMessage(farmDetailsQuery(ownerId)));
  return farm.data?.area_unit ?? (isLoading(farm) ? null : 'acre');
}
