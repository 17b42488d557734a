import { isUnit, UNITS } from '@/domain/core/units';

/** The units to choose from. `stored`: another one of earlier times stays a choice. */
export const UnitOptions = ({ stored }: { stored?: string }) => (
  <>
    {UNITS.map(({ code, label }) => (
      <option key={code} value={code}>
        {label}
      </option>
    ))}
    {stored !== undefined && !isUnit(stored) && <option value={stored}>{stored}</option>}
  </>
);
