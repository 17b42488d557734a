import { lazy } from 'react';
import { MEAL } from '@/features/rations/mix/kinds';
import { MixPages } from '@/features/rations/mix/mix-pages';
import { BatchLog } from './batch-log';
import { MealList } from './meal-list';

// Loaded on demand: at the mill only the batch page is used, in the office the others.
const BatchPage = lazy(async () => ({ default: (await import('./batch-page')).BatchPage }));
const MealPage = lazy(async () => ({ default: (await import('./meal-page')).MealPage }));
const MealFormPage = lazy(async () => ({ default: (await import('./meal-form-page')).MealFormPage }));

const TABS = [
  { value: 'mixes', label: 'Mixes', Content: MealList },
  { value: 'log', label: 'Batches', Content: BatchLog },
];

/** /meal-mixes: mixes and batches; below it a mix (/ID), its form (/new, /ID/edit) and a batch of it (/ID/batch). */
export function MealMixesPage() {
  return <MixPages kind={MEAL} tabs={TABS} WorkPage={BatchPage} FormPage={MealFormPage} MixPage={MealPage} />;
}
