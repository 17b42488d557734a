import type { TypedJob } from '@/features/works/form/typed-job';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/popups/dialog';
import { FieldParts } from './field-parts';
import { LineParts } from './line-parts';
import { MachineParts } from './machine-parts';
import { MaterialParts } from './material-parts';
import type { Part } from './more-row';
import { PeopleParts } from './people-parts';

const TITLES: Record<Part, string> = {
  lines: 'Lines of this job',
  people: 'Who was there',
  machines: 'Machines on this job',
  fields: 'Fields of this job',
  materials: 'Materials on this job',
};

const PARTS = {
  lines: LineParts,
  people: ({ job }) => <PeopleParts job={job} asksWho />,
  machines: MachineParts,
  fields: FieldParts,
  materials: MaterialParts,
} as const satisfies Record<Part, (props: { job: TypedJob }) => React.ReactNode>;

/** One part of a job. Every change is applied to the job at once, without a button to confirm it. */
export function MoreDialog({ part, job, onClose }: { part: Part; job: TypedJob; onClose: () => void }) {
  const Parts = PARTS[part];
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={TITLES[part]}
      actions={
        <Button variant="main" size="l" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        <Parts job={job} />
      </div>
    </Dialog>
  );
}
