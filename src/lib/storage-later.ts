// Replaces @supabase/storage-js, which supabase-js imports whole. Few pages show a file, so its 8 kB are loaded with
// the first one; until then only the constructor arguments are kept.
import type { StorageClient as Whole } from '@supabase/storage-js/dist/index.mjs';

export class StorageClient {
  readonly #made: ConstructorParameters<typeof Whole>;

  constructor(...made: ConstructorParameters<typeof Whole>) {
    this.#made = made;
  }

  /** The library itself, with the project's address and the user's token. */
  async whole(): Promise<Whole> {
    const { StorageClient: Library } = await import('@supabase/storage-js/dist/index.mjs');
    return new Library(...this.#made);
  }
}

/** Exported only because it is imported by name. */
export class StorageApiError extends Error {}
