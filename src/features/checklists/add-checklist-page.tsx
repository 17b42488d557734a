import { useSearchParams } from 'react-router-dom';
import { ChoosePage } from './choose-page';
import { FillPage } from './fill-page';

/** /add-checklist: choose a checklist, then fill it in; ?for= is the machine of the fleet that is checked. */
export function AddChecklistPage() {
  const [params] = useSearchParams();
  const templateId = params.get('template');
  const machine = params.get('machine') ?? '';
  const machineId = params.get('for') ?? '';
  return templateId === null ? (
    <ChoosePage machineId={machineId} />
  ) : (
    <FillPage key={templateId} templateId={templateId} machine={machine} machineId={machineId} />
  );
}
