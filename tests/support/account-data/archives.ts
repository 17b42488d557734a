// Exports and restores accounts in tests of the database, with the data layer of the app.
import { unzipSync, zipSync } from 'fflate';
import { writeArchive } from '@/data/account/account-archive';
import { restoreAccount, takeBackRestore, type RestoreProgress } from '@/data/account/account-restore';
import { openArchive } from '@/data/account/restore-archive';
import type { Person } from '../embedded/backend';
import { forgetSaved, saved } from '../mock-archive';
import { current } from '../mock-supabase';
import type { Files } from './zip-content';

const ignore = () => undefined;

/** The ZIP of an account, as its holder saves it. */
export async function exported(holder: Person, farmName = 'Hill Farm', withFiles = true): Promise<Blob> {
  current.client = holder;
  forgetSaved();
  await writeArchive({
    ...{ ownerId: holder.id, farmName, fileName: 'farm-diary.zip', withFiles },
    ...{ onProgress: ignore, signal: new AbortController().signal },
  });
  return new Blob(saved.parts);
}

type Options = { onProgress?: (progress: RestoreProgress) => void; signal?: AbortSignal };

/** Restores a ZIP as its new holder does. */
export async function restored(
  holder: Person,
  zip: Blob,
  { onProgress = ignore, signal }: Options = {},
): Promise<void> {
  current.client = holder;
  const archive = await openArchive(zip);
  const request = { ownerId: holder.id, archive, onProgress, signal: signal ?? new AbortController().signal };
  // The mutation does not use its context.
  await restoreAccount.mutationFn?.(request, undefined as never);
}

export async function takenBack(holder: Person): Promise<void> {
  current.client = holder;
  await takeBackRestore.mutationFn?.({ onProgress: ignore, signal: new AbortController().signal }, undefined as never);
}

export const filesIn = async (zip: Blob): Promise<Files> => unzipSync(new Uint8Array(await zip.arrayBuffer()));

/** A copy of the ZIP in which `change` has changed some files. */
export async function changed(zip: Blob, change: (files: Files) => void): Promise<Blob> {
  const files = await filesIn(zip);
  change(files);
  return new Blob([zipSync(files)]);
}
