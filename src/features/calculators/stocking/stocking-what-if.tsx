import { useState } from 'react';
import { formatNumber } from '@/domain/rules/printout';
import { AREA_UNIT_WORDS, inUnit, type AreaUnit } from '@/domain/core/area';
import type { Rules } from '@/domain/rules/rules';
import { calculateStocking, type StockingInputs } from '@/domain/stocking/stocking';
import { changedInputs, exportedManure, NO_CHANGE } from '@/domain/stocking/what-if';
import { WhatIf } from '@/features/calculators/shared/what-if';
import { stateWords } from '@/domain/stocking/limit-words';
import { lowerFirst } from '@/domain/stocking/stocking-words';

const EXPORT_MAX = 3000;

/** Sliders for stock, land and export of manure, with the loading that would result. */
export function StockingWhatIf({ rules, inputs, unit }: { rules: Rules; inputs: StockingInputs; unit: AreaUnit }) {
  const [change, setChange] = useState(NO_CHANGE);
  const manure = exportedManure(rules, inputs);
  const result = calculateStocking(rules, changedInputs(inputs, change, manure?.id ?? null));
  const amountUnit = manure?.unit === 't' ? 't' : 'm³';
  const stockWords = (value: number) => (value > 0 ? `${value} % more` : value < 0 ? `${-value} % less` : 'as now');
  const maxExtraHa = Math.max(10, Math.ceil(inputs.areaHa / 2));
  return (
    <WhatIf
      sliders={[
        {
          ...{ id: 'stock', label: 'Stock', value: change.stockPercent, min: -50, max: 50, step: 1 },
          words: stockWords(change.stockPercent),
          onChange: (stockPercent) => setChange({ ...change, stockPercent }),
        },
        {
          ...{ id: 'land', label: 'Land', value: change.extraHa, min: 0, max: maxExtraHa, step: 0.5 },
          words: `${formatNumber(inUnit(change.extraHa, unit))} ${AREA_UNIT_WORDS[unit]} more`,
          onChange: (extraHa) => setChange({ ...change, extraHa }),
        },
        ...(manure
          ? [
              {
                ...{ id: 'export', label: `Export of ${lowerFirst(manure.label)}`, value: change.exported },
                ...{ min: 0, max: EXPORT_MAX, step: 10 },
                words: `${formatNumber(change.exported, 0)} ${amountUnit} more`,
                onChange: (value: number) => setChange({ ...change, exported: value }),
              },
            ]
          : []),
      ]}
      result={
        result.loading === null ? (
          'Not known'
        ) : (
          <>
            <b className="tabular-nums">{formatNumber(result.loading)} kg N/ha</b> {stateWords(result)}
          </>
        )
      }
      onReset={() => setChange(NO_CHANGE)}
    />
  );
}
