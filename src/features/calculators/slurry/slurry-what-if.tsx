import { useState } from 'react';
import { formatNumber } from '@/domain/rules/printout';
import type { Rules } from '@/domain/rules/rules';
import { calculateSlurry, type SlurryInputs } from '@/domain/slurry/slurry';
import { changedSlurry, NO_SLURRY_CHANGE } from '@/domain/slurry/what-if';
import { WhatIf } from '@/features/calculators/shared/what-if';
import { volumeWords, capacityWords, type VolumeUnit } from './slurry-words';

/** Sliders for stock, storage, export and rain kept out, with the weeks that the stores would last. */
export function SlurryWhatIf({ rules, inputs, unit }: { rules: Rules; inputs: SlurryInputs; unit: VolumeUnit }) {
  const [change, setChange] = useState(NO_SLURRY_CHANGE);
  const result = calculateSlurry(rules, changedSlurry(inputs, change));
  const { stockPercent, storageM3, exportsM3, rainPercent } = change;
  return (
    <WhatIf
      sliders={[
        {
          ...{ id: 'stock', label: 'Stock', value: stockPercent, min: -50, max: 50, step: 1 },
          words: stockPercent > 0 ? `${stockPercent} % more` : stockPercent < 0 ? `${-stockPercent} % less` : 'as now',
          onChange: (value) => setChange({ ...change, stockPercent: value }),
        },
        {
          ...{ id: 'storage', label: 'Storage', value: storageM3, min: 0, max: 3000, step: 10 },
          words: `${volumeWords(storageM3, unit)} more`,
          onChange: (value) => setChange({ ...change, storageM3: value }),
        },
        {
          ...{ id: 'export', label: 'Export', value: exportsM3, min: 0, max: 3000, step: 10 },
          words: `${volumeWords(exportsM3, unit)} more`,
          onChange: (value) => setChange({ ...change, exportsM3: value }),
        },
        {
          ...{ id: 'rain', label: 'Rain kept out of yards', value: rainPercent, min: 0, max: 100, step: 5 },
          words: `${rainPercent} %`,
          onChange: (value) => setChange({ ...change, rainPercent: value }),
        },
      ]}
      result={
        result.weeks === null ? (
          'Not known'
        ) : (
          <>
            <b className="tabular-nums">Holds {formatNumber(result.weeks)} weeks</b>{' '}
            {capacityWords(result, inputs.bufferPercent, unit)}
          </>
        )
      }
      onReset={() => setChange(NO_SLURRY_CHANGE)}
    />
  );
}
