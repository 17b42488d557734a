// Photos being prepared: saving their record waits until each one is kept, refused or left out.

/** `allKept`: whether all files were stored, except those left out. */
type Run = { cancel: () => void; allKept: Promise<boolean> };
/** For one run: `cancelled` resolves when the user does not want to wait any longer. */
export type Cancellation = { cancelled: Promise<null>; isCancelled: () => boolean };

const runs = new Map<string, Set<Run>>();

/** Prepares files for a record. `prepare` resolves with those that could not be stored. */
export async function prepareFor<Refused>(
  parent: string,
  prepare: (cancellation: Cancellation) => Promise<readonly Refused[]>,
): Promise<readonly Refused[]> {
  let isCancelled = false;
  let cancel: () => void = () => undefined;
  const cancelled = new Promise<null>((resolve) => {
    cancel = () => {
      isCancelled = true;
      resolve(null);
    };
  });
  const working = prepare({ cancelled, isCancelled: () => isCancelled });
  const run: Run = {
    cancel,
    allKept: working.then(
      (refused) => isCancelled || refused.length === 0,
      () => isCancelled,
    ),
  };
  const parentRuns = runs.get(parent) ?? new Set();
  runs.set(parent, parentRuns.add(run));
  try {
    return await working;
  } finally {
    parentRuns.delete(run);
    if (parentRuns.size === 0) runs.delete(parent);
  }
}

/** Resolves once no photo of the record is being prepared, with whether all were kept. null: none is being prepared. */
export function photosReady(parent: string): Promise<boolean> | null {
  const parentRuns = runs.get(parent);
  if (!parentRuns) return null;
  return Promise.all([...parentRuns].map(({ allKept }) => allKept)).then(
    async (kept) => ((await photosReady(parent)) ?? true) && kept.every(Boolean),
  );
}

/** Leaves out what is not ready, so that nothing waits for it any longer. */
export function leavePhotosOut(parent: string) {
  for (const run of runs.get(parent) ?? []) run.cancel();
}
