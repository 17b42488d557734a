import { Button } from '@/ui/button';

/** The progress of a file that is being written, as a bar and in words, with a button to cancel it. */
export function RunningExport({
  done,
  total,
  words,
  onCancel,
}: {
  done: number;
  total: number;
  words: string;
  onCancel: () => void;
}) {
  return (
    <div className="grid gap-2" aria-busy="true">
      <progress className="export-progress" aria-label="How far the export is" max={Math.max(total, 1)} value={done} />
      <output className="figure left text-2">{words}</output>
      <p className="hint">Keep this page open until the file is saved.</p>
      <div>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}
