import { useId, type ReactNode } from 'react';
import { Button } from '@/ui/button';
import { Card } from '@/ui/layout/card';

type Slider = {
  id: string;
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value in words: "12 ha more". */
  words: string;
  onChange: (value: number) => void;
};

/** Sliders that try a change without changing the form. Native ranges: arrow keys, Home and End work. */
export function WhatIf({
  sliders,
  result,
  onReset,
}: {
  sliders: readonly Slider[];
  result: ReactNode;
  onReset: () => void;
}) {
  const id = useId();
  return (
    <Card className="calc-card">
      <h2>What if?</h2>
      <div className="grid gap-4">
        {sliders.map((slider) => (
          <div key={slider.id} className="slider">
            <label htmlFor={`${id}-${slider.id}`}>{slider.label}</label>
            <output htmlFor={`${id}-${slider.id}`} className="tabular-nums">
              {slider.words}
            </output>
            <input
              type="range"
              id={`${id}-${slider.id}`}
              min={slider.min}
              max={slider.max}
              step={slider.step}
              value={slider.value}
              aria-valuetext={slider.words}
              onChange={({ target }) => slider.onChange(Number(target.value))}
            />
          </div>
        ))}
      </div>
      <output className="what-if-result">{result}</output>
      <Button className="sm:justify-self-start" onClick={onReset}>
        Set back
      </Button>
    </Card>
  );
}
