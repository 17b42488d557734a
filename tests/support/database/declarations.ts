// The declarations of src/records, found by their files.
import type { CapturedType } from '@/records/captured';
import type { RecordType, StoredKinds } from '@/records/record';

type Declaration = RecordType & Partial<CapturedType>;

const modules = Object.values(
  import.meta.glob<Record<string, unknown> & { STORED?: StoredKinds }>('/src/records/**/*.ts', { eager: true }),
);

const isDeclaration = (value: unknown): value is Declaration =>
  typeof value === 'object' && value !== null && 'fields' in value && 'select' in value;

/** All record types. Some tables have two: a short and a full set of fields. */
export const DECLARATIONS: readonly Declaration[] = modules.flatMap((module) =>
  Object.values(module).filter(isDeclaration),
);

/** What the privacy policy says about the columns of each declared table. */
export const STORED_KINDS = modules.reduce<StoredKinds>((all, { STORED }) => ({ ...all, ...STORED }), {});
