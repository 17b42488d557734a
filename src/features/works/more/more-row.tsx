import { Layers, MapPinned, PackagePlus, Tractor, Users, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { hasMore, type JobMore } from '@/domain/works/job-more';
import type { TypedJob } from '@/features/works/form/typed-job';
import { Chip } from '@/ui/forms/chip';

export type Part = keyof JobMore;

const PARTS: readonly { part: Part; label: string; icon: LucideIcon }[] = [
  { part: 'lines', label: 'Line', icon: Layers },
  { part: 'people', label: 'People', icon: Users },
  { part: 'machines', label: 'Machine', icon: Tractor },
  { part: 'fields', label: 'Field', icon: MapPinned },
  { part: 'materials', label: 'Material', icon: PackagePlus },
];

// Loaded on demand: most jobs are a single line.
const MoreDialog = lazy(async () => ({ default: (await import('./more-dialog')).MoreDialog }));
const JobWarnings = lazy(async () => ({ default: (await import('./job-warnings')).JobWarnings }));

/** "More on this job": further lines, people, machines, fields and materials, each one tap away. */
export function MoreRow({ job }: { job: TypedJob }) {
  const [open, setOpen] = useState<Part | null>(null);
  const { more } = job;
  return (
    <div className="grid gap-2">
      <fieldset className="chips chips-scroll" aria-label="More on this job">
        {PARTS.map(({ part, label, icon: Icon }) => (
          <Chip key={part} pressed={more[part].length > 0} aria-haspopup="dialog" onClick={() => setOpen(part)}>
            <Icon aria-hidden="true" />
            {label}
            {more[part].length > 0 && ` ${part === 'lines' ? more[part].length + 1 : more[part].length}`}
          </Chip>
        ))}
      </fieldset>
      <Suspense fallback={null}>{hasMore(more) && <JobWarnings job={job} />}</Suspense>
      {/* Its own boundary: the dialog stays open while the warnings are loaded. */}
      <Suspense fallback={null}>{open && <MoreDialog part={open} job={job} onClose={() => setOpen(null)} />}</Suspense>
    </div>
  );
}
