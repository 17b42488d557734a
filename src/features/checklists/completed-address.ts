// The filter of completed checklists, stored in the URL.
import type { CompletionFilter } from '@/data/checklists/checklist-completions';
import type { ChecklistResult } from '@/domain/checklists/checklist';
import { RESULT_WORDS } from '@/domain/checklists/checklist-words';
import { isDate } from '@/domain/core/time';

const isResult = (text: string): text is ChecklistResult => Object.hasOwn(RESULT_WORDS, text);

/** Reads the filter from the URL; invalid values are ignored. */
export function filterOf(params: URLSearchParams): CompletionFilter {
  const param = (name: string) => params.get(name) ?? '';
  const uuid = (text: string) => (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : '');
  const date = (text: string) => (isDate(text) ? text : '');
  const result = param('result');
  return {
    template: uuid(param('template')),
    machine: param('machine'),
    person: uuid(param('person')),
    result: isResult(result) ? result : '',
    from: date(param('from')),
    to: date(param('to')),
  };
}
