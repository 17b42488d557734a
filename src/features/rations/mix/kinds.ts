import { Truck, Wheat } from 'lucide-react';

// What the screens call the two kinds of mixes, and where they are. `work`: what the crew does with a mix.
export const TMR = {
  table: 'tmr_mixes',
  path: '/tmr-mixes',
  title: 'TMR Mixes',
  tabs: 'TMR mixes',
  mix: 'TMR mix',
  newMix: 'New TMR mix',
  editMix: 'Edit TMR mix',
  work: { path: 'load', words: 'Load sheet', Icon: Truck },
} as const;

export const MEAL = {
  table: 'meal_mixes',
  path: '/meal-mixes',
  title: 'Meal Mixes',
  tabs: 'Meal mixes',
  mix: 'Meal mix',
  newMix: 'New meal mix',
  editMix: 'Edit meal mix',
  work: { path: 'batch', words: 'Mix a batch', Icon: Wheat },
} as const;

export type MixKind = typeof TMR | typeof MEAL;

export const backToList = ({ path, title }: MixKind) => ({ to: path, label: title });
