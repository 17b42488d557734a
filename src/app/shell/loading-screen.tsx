import { BrandMark } from '@/ui/brand-mark';

/** A whole page that waits, with its words. */
export function LoadingScreen({ text = 'Loading your AgriFlow Diary...' }: { text?: string }) {
  return (
    <main id="main" className="loading-screen">
      <BrandMark />
      <output>{text}</output>
    </main>
  );
}
