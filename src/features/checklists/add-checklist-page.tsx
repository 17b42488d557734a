import { useSearchParams } from 'react-router-dom';
import { ChoosePage } from './choose-page';
import { FillPage } from './fill-page';

/** /add-checklist: choose a checklist, then fill it in. */
export function AddChecklistPage() {
  const [params] = useSearchParams();
  const templateId = params.get('template');
  const machine = params.get('machine') ?? '';
  return templateId === null ? <ChoosePage /> : <FillPage key={templateId} templateId={templateId} machine={machine} />;
}
