import { BrandMark } from '@/ui/layout/brand-mark';

/** A full page that shows a loading message. */
export function LoadingScreen({ text = 'Loading your AgriFlow Diary...' }: { text?: string }) {
  return (
    <main id="main" className="loading-screen">
      <BrandMark />
      <output>{text}</output>
    </main>
  );
}
