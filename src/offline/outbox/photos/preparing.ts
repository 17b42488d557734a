// Photos being prepared: saving their record waits until each one is kept, refused or left out.

/** `ended`: whether all files were kept, apart from those left out. */
type Run = { leaveOut: () => void; ended: Promise<boolean> };
/** For one run: `left` resolves when the user does not want to wait any longer. */
export type Patience = { left: Promise<null>; isOver: () => boolean };

const runs = new Map<string, Set<Run>>();

/** Prepares files for a record. `work` resolves with those that could not be kept. */
export async function prepareFor<Refused>(
  parent: string,
  work: (patience: Patience) => Promise<readonly Refused[]>,
): Promise<readonly Refused[]> {
  let over = false;
  let leaveOut: () => void = () => undefined;
  const left = new Promise<null>((resolve) => {
    leaveOut = () => {
      over = true;
      resolve(null);
    };
  });
  const working = work({ left, isOver: () => over });
  const run: Run = {
    leaveOut,
    ended: working.then(
      (refused) => over || refused.length === 0,
      () => over,
    ),
  };
  const mine = runs.get(parent) ?? new Set();
  runs.set(parent, mine.add(run));
  try {
    return await working;
  } finally {
    mine.delete(run);
    if (mine.size === 0) runs.delete(parent);
  }
}

/** Resolves once no photo of the record is being prepared, with whether all were kept. null: none is being prepared. */
export function photosReady(parent: string): Promise<boolean> | null {
  const now = runs.get(parent);
  if (!now) return null;
  return Promise.all([...now].map(({ ended }) => ended)).then(
    async (kept) => ((await photosReady(parent)) ?? true) && kept.every(Boolean),
  );
}

/** Leaves out what is not ready, so that nothing waits for it any longer. */
export function leavePhotosOut(parent: string) {
  for (const run of runs.get(parent) ?? []) run.leaveOut();
}
